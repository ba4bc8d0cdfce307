// Tested by text_rows_test.cc (golden bytes) and fuzz/text_rows_fuzz.cc.
#include "record/text_rows.h"

#include <bit>

#include "base/bytes.h"

namespace doppel {
namespace {

constexpr uint8_t kRowVersion = 1;
// The parts of a signature row. The last two are set only together with kFull.
constexpr uint8_t kMain = 1, kFull = 2, kShortMain = 4, kNamesTitle = 8;

void write(ByteWriter& out, const Hash128& hash) {
  out.u64(hash.high);
  out.u64(hash.low);
}

Hash128 read_hash(ByteReader& in) {
  Hash128 out;
  out.high = in.u64();
  out.low = in.u64();
  return out;
}

// The length of a bitmap is written as its binary logarithm plus one; 0 means that there is no
// bitmap.
void write_counts(ByteWriter& out, const StoredForm& form) {
  out.u32(form.shingles);
  out.u8(static_cast<uint8_t>(form.keys.size()));
  for (uint32_t key : form.keys) out.u32(key);
  out.u8(static_cast<uint8_t>(std::bit_width(form.bitmap.size())));
  for (uint64_t word : form.bitmap) out.u64(word);
}

// Returns false when no bitmap can have the length. Memory grows with the bytes that are read, so a
// forged length costs nothing.
bool read_counts(ByteReader& in, StoredForm& form) {
  constexpr uint8_t kLongest = 32;
  form.shingles = in.u32();
  for (uint8_t left = in.u8(); left > 0 && in.ok(); --left) form.keys.push_back(in.u32());
  const uint8_t width = in.u8();
  if (width > kLongest) return false;
  const uint64_t words = width == 0 ? 0 : uint64_t{1} << (width - 1);
  for (uint64_t left = words; left > 0 && in.ok(); --left) form.bitmap.push_back(in.u64());
  return in.ok();
}

}  // namespace

std::string SignatureRow::encode() const {
  ByteWriter out;
  out.u8(kRowVersion);
  uint8_t parts = main ? kMain : 0;
  if (full) {
    parts |= kFull;
    if (page.short_main) parts |= kShortMain;
    if (page.names_title) parts |= kNamesTitle;
  }
  out.u8(parts);
  write(out, identity);
  if (main) write_counts(out, *main);
  if (full) {
    out.u64(page.main_words);
    out.u64(page.title);
    write_counts(out, *full);
  }
  return out.bytes();
}

std::optional<SignatureRow> SignatureRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  SignatureRow out;
  const uint8_t version = in.u8(), parts = in.u8();
  constexpr uint8_t kOfFull = kShortMain | kNamesTitle;
  if (version != kRowVersion || parts > (kMain | kFull | kOfFull)) return std::nullopt;
  if ((parts & kFull) == 0 && (parts & kOfFull) != 0) return std::nullopt;
  out.identity = read_hash(in);
  if ((parts & kMain) != 0 && !read_counts(in, out.main.emplace())) return std::nullopt;
  if ((parts & kFull) != 0) {
    out.page = {.short_main = (parts & kShortMain) != 0,
                .names_title = (parts & kNamesTitle) != 0,
                .main_words = in.u64(),
                .title = in.u64()};
    if (!read_counts(in, out.full.emplace())) return std::nullopt;
  }
  if (!in.done()) return std::nullopt;
  return out;
}

}  // namespace doppel
