// The rows of a staged crawl: any bytes are a row or nothing, and what is read is still the same
// after it was written and read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "collections/collection_rows.h"
#include "require.h"

namespace {

using namespace doppel::collections;

void try_event(std::string_view bytes) {
  static const doppel::codec::TextPacker packer;
  static const doppel::codec::TextUnpacker unpacker;
  const auto read = decode_event(bytes, unpacker);
  if (!read) return;
  const std::string written = encode_event(read->event, read->text, packer);
  const auto again = decode_event(written, unpacker);
  doppel::fuzz::require(again.has_value(), "an update that was read cannot be written");
  doppel::fuzz::require(again->text == read->text, "the text of an update has changed");
  doppel::fuzz::require(encode_event(again->event, again->text, packer) == written,
                        "an update has changed");
}

template <typename Row>
void try_row(std::string_view bytes) {
  const auto read = Row::decode(bytes);
  if (!read) return;
  const std::string written = read->encode();
  const auto again = Row::decode(written);
  doppel::fuzz::require(again && again->encode() == written, "a row has changed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // An exact-size copy, so that a read past the end is seen.
  std::unique_ptr<char[]> exact(new char[size]);
  std::copy_n(data, size, exact.get());
  const std::string_view bytes(exact.get(), size);
  try_event(bytes);
  try_row<CollectionRow>(bytes);
  try_row<StagedPage>(bytes);
  return 0;
}
