// The signature of a text: any bytes are a row or nothing; what is read is written back as it was,
// and an index opens from any signature or refuses it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "index/signature_row.h"
#include "record/text_rows.h"
#include "require.h"

namespace {

void try_row(std::string_view bytes) {
  const auto row = doppel::SignatureRow::decode(bytes);
  if (row) doppel::fuzz::require(row->encode() == bytes, "a row is not written as it was read");
}

struct NoStandings : doppel::similarity::Standings {
  std::string rank(size_t, doppel::StoredTextId) const override { return {}; }
};

void try_signature(std::string_view bytes) {
  using namespace doppel::index;
  const auto row = doppel::SignatureRow::decode(bytes);
  if (!row) return;
  TextsInMemory texts;
  TextIndex index({.banding = {.bands = 2, .rows = 1}}, texts);
  const StoredSignature signature = stored_signature({1}, *row);
  if (!index.load({&signature, 1}, {2}, NoStandings()).ok()) return;
  doppel::fuzz::require(index.size() == 1, "an index opened without its text");
  doppel::fuzz::require(
      index.signature({1}).facts == doppel::texts::SubjectFacts() || row->full.has_value(),
      "a text has got a second view");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // An exact-size copy, so that a read past the end is seen.
  std::unique_ptr<char[]> exact(new char[size]);
  std::copy_n(data, size, exact.get());
  const std::string_view bytes(exact.get(), size);
  try_row(bytes);
  try_signature(bytes);
  return 0;
}
