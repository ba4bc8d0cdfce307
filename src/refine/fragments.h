// The part of a page a query is about: its blocks that hold all words of the query (Jain et
// al. 3.3).
//
// Words are tokens of the text rules. A block of plain text ends at a blank line; the blocks of an
// HTML page are those of the extractor. If no block has all words, or the query has none, the whole
// page is used, and the result is flagged.
//
// Cost: tokenising the page. Thread safety: immutable after construction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace doppel::refine {

// The blocks of a plain text, unchanged; blank lines belong to no block.
std::vector<std::string_view> blocks_of(std::string_view text);

class Query {
 public:
  explicit Query(std::string_view utf8);

  bool empty() const { return words_.empty(); }
  // Does the block hold every word?
  bool within(std::string_view block) const;
  // The blocks that do, joined by line ends; empty if there are none.
  std::string fragment(const std::vector<std::string_view>& blocks) const;

 private:
  bool within(std::string_view block, text::Tokens& tokens) const;

  std::vector<std::string> words_;  // distinct, sorted
};

}  // namespace doppel::refine
