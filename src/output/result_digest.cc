// Tested by tests/cli/digest.test.
#include "output/result_digest.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "record/result_row.h"

namespace doppel::output {
namespace {

constexpr size_t kRowsAtATime = 256;

ResultPage result_page(const corpus::Corpus& corpus, size_t page) {
  const corpus::Page& found = corpus.pages[page];
  return {found.url, found.id, corpus.texts.table().words_hash(found.text)};
}

void write_row(const corpus::Corpus& corpus, const group::Cover& cover, size_t page,
               ByteWriter& row) {
  std::optional<ResultRemoval> removal;
  if (const auto& found = cover.removals[page]) {
    removal = {result_page(corpus, found->kept.index()), found->level, found->similarity};
  }
  append_result_row(result_page(corpus, page), removal, row);
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

}  // namespace doppel::output
