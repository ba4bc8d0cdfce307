// The rows of a text: any bytes are a row or nothing; what is read is written back as it was.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "record/text_rows.h"
#include "require.h"

namespace {

template <typename Row>
void try_row(std::string_view bytes) {
  const auto row = Row::decode(bytes);
  if (row) doppel::fuzz::require(row->encode() == bytes, "a row is not written as it was read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // An exact-size copy, so that a read past the end is seen.
  std::unique_ptr<char[]> exact(new char[size]);
  std::copy_n(data, size, exact.get());
  const std::string_view bytes(exact.get(), size);
  try_row<doppel::SignatureRow>(bytes);
  try_row<doppel::WordsRow>(bytes);
  return 0;
}
