#include "refine/fragments.h"

#include <algorithm>

#include "text/tokenizer.h"

namespace doppel::refine {
namespace {

bool blank(std::string_view line) { return line.find_first_not_of(" \t\r\v\f") == line.npos; }

}  // namespace

std::vector<std::string_view> blocks_of(std::string_view text) {
  std::vector<std::string_view> out;
  size_t begin = text.npos;  // of the block that is open
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const bool ends_block = blank(text.substr(at, end - at));
    if (ends_block && begin != text.npos) out.push_back(text.substr(begin, at - 1 - begin));
    if (ends_block) begin = text.npos;
    if (!ends_block && begin == text.npos) begin = at;
    at = end + 1;
  }
  if (begin != text.npos) out.push_back(text.substr(begin));
  return out;
}

Query::Query(std::string_view utf8) {
  text::Tokens tokens;
  text::tokenize(utf8, false, tokens);
  for (size_t i = 0; i < tokens.size(); ++i) words_.emplace_back(tokens[i]);
  std::sort(words_.begin(), words_.end());
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
}

bool Query::within(std::string_view block) const {
  text::Tokens tokens;
  return within(block, tokens);
}

bool Query::within(std::string_view block, text::Tokens& tokens) const {
  text::tokenize(block, false, tokens);
  std::vector<bool> found(words_.size());
  size_t missing = words_.size();
  for (size_t i = 0; i < tokens.size() && missing > 0; ++i) {
    const auto at = std::lower_bound(words_.begin(), words_.end(), tokens[i]);
    if (at == words_.end() || *at != tokens[i]) continue;
    const auto word = static_cast<size_t>(at - words_.begin());
    missing -= !found[word];
    found[word] = true;
  }
  return missing == 0;
}

std::string Query::fragment(const std::vector<std::string_view>& blocks) const {
  std::string out;
  if (empty()) return out;
  text::Tokens tokens;
  for (std::string_view block : blocks) {
    if (within(block, tokens)) out.append(block).push_back('\n');
  }
  return out;
}

}  // namespace doppel::refine
