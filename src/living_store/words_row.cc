// Tested by stored_words_test.cc.
#include "living_store/words_row.h"

#include "doppel/read.h"

namespace doppel::living_store {
namespace {

constexpr char kVersion = 1;
constexpr char kPlain = 0, kZstd = 1;
constexpr size_t kHeadBytes = 2;
// Two views of a page in UTF-8, each up to three times the longest record, and a title.
constexpr uint64_t kMostBytes = 7 * kMaxRecordBytes;

}  // namespace

std::string words_row(std::string_view text, const codec::TextPacker& packer) {
  const std::string packed = packer.pack(text);
  const bool shorter = packed.size() < text.size();
  std::string out = {kVersion, shorter ? kZstd : kPlain};
  out.append(shorter ? std::string_view(packed) : text);
  return out;
}

Result<std::string_view> read_words_row(std::string_view row, const codec::TextUnpacker& unpacker,
                                        std::string& buffer) {
  if (row.size() < kHeadBytes || row[0] != kVersion || (row[1] != kPlain && row[1] != kZstd)) {
    return corrupt("the row of a text is damaged");
  }
  const std::string_view bytes = row.substr(kHeadBytes);
  if (row[1] == kZstd) return unpacker.unpack(bytes, kMostBytes, buffer);
  buffer = bytes;
  return std::string_view(buffer);
}

}  // namespace doppel::living_store
