// Tested by tests/cli/digest.test.
#include "output/result_digest.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace doppel::output {
namespace {

constexpr size_t kRowsAtATime = 256;

// Stored: never change.
constexpr uint8_t kUrl = 1, kId = 2;
constexpr uint8_t kKept = 0, kRemoved = 1;

void write_page(const corpus::Corpus& corpus, size_t page, ByteWriter& row) {
  const corpus::Page& found = corpus.pages[page];
  row.u8(found.url.empty() ? kId : kUrl);
  row.string(found.url.empty() ? found.id : found.url);
  const Hash128 words = corpus.texts.table().words_hash(found.text);
  row.u64(words.high);
  row.u64(words.low);
}

void write_row(const corpus::Corpus& corpus, const group::Cover& cover, size_t page,
               ByteWriter& row) {
  write_page(corpus, page, row);
  const auto& removal = cover.removals[page];
  row.u8(removal ? kRemoved : kKept);
  if (!removal) return;
  write_page(corpus, removal->kept.index(), row);
  row.string(name(removal->level));
  row.varint(removal->similarity.common);
  row.varint(removal->similarity.left_only);
  row.varint(removal->similarity.right_only);
}

// The rows of pages [first, first + out.size()).
void digest_pages(const corpus::Corpus& corpus, const group::Cover& cover, size_t first,
                  std::span<RowDigest> out) {
  ByteWriter bytes;
  std::vector<size_t> ends;
  for (size_t i = 0; i < out.size(); ++i) {
    write_row(corpus, cover, first + i, bytes);
    ends.push_back(bytes.bytes().size());
  }
  std::vector<std::string_view> rows;
  size_t begin = 0;
  for (size_t end : ends) {
    rows.push_back(std::string_view(bytes.bytes()).substr(begin, end - begin));
    begin = end;
  }
  digest_rows(rows, out);
}

}  // namespace

RowDigest result_digest(const corpus::Corpus& corpus, const group::Cover& cover) {
  Table<RowDigest> digests(corpus.pages.size(), RowDigest(), corpus.tables);
  for (size_t first = 0; first < digests.size(); first += kRowsAtATime) {
    corpus.tables->trim_resident();
    const size_t count = std::min(kRowsAtATime, digests.size() - first);
    digest_pages(corpus, cover, first, std::span(digests).subspan(first, count));
  }
  return digest_set(digests);
}

std::string hexadecimal(const RowDigest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (uint8_t byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace doppel::output
