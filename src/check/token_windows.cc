// Words are replaced by their numbers among the words of both texts, so that a window is a sequence
// of numbers and equal sequences mean equal words:
//
//   left   the cat sat      3 1 2        numbers: cat 1, sat 2, the 3
//   right  the cat          3 1
//
// The distinct windows of each text are sorted, and the two sorted lists are merged. Tested by
// token_windows_test.cc against the counts of hashes.
#include "check/token_windows.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace doppel::checks {
namespace {

using Window = std::span<const uint32_t>;

bool before(Window a, Window b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}
bool equal(Window a, Window b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

// Tokens are valid UTF-8: a code point ends before the next byte that begins one.
void append_code_points(std::string_view token, std::vector<std::string_view>& out) {
  for (size_t begin = 0; begin < token.size();) {
    size_t end = begin + 1;
    while (end < token.size() && (static_cast<uint8_t>(token[end]) & 0xC0) == 0x80) ++end;
    out.push_back(token.substr(begin, end - begin));
    begin = end;
  }
}

std::vector<std::string_view> units(const text::Tokens& tokens, Unit unit) {
  std::vector<std::string_view> out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (unit == Unit::kWord) {
      out.push_back(tokens[i]);
    } else {
      if (i > 0) out.push_back(" ");
      append_code_points(tokens[i], out);
    }
  }
  return out;
}

// Numbers begin with 1, because 0 is the dummy used for padding.
std::vector<uint32_t> word_numbers(const std::vector<std::string_view>& units,
                                   const std::vector<std::string_view>& sorted) {
  std::vector<uint32_t> out;
  out.reserve(units.size());
  for (std::string_view unit : units) {
    auto found = std::lower_bound(sorted.begin(), sorted.end(), unit);
    out.push_back(static_cast<uint32_t>(found - sorted.begin()) + 1);
  }
  return out;
}

// Sorted, each once.
std::vector<Window> windows(std::vector<uint32_t>& word_numbers, const TextRules& rules) {
  if (word_numbers.empty()) return {};
  if (rules.padding == Padding::kAlways) word_numbers.insert(word_numbers.end(), rules.k - 1, 0);
  const size_t length = std::min<size_t>(word_numbers.size(), rules.k);
  std::vector<Window> out;
  for (size_t i = 0; i + length <= word_numbers.size(); ++i) {
    out.push_back(Window(word_numbers).subspan(i, length));
  }
  std::sort(out.begin(), out.end(), before);
  out.erase(std::unique(out.begin(), out.end(), equal), out.end());
  return out;
}

}  // namespace

Similarity count_on_tokens(const text::Tokens& left, const text::Tokens& right,
                           const TextRules& rules) {
  const auto left_units = units(left, rules.unit), right_units = units(right, rules.unit);
  std::vector<std::string_view> sorted = left_units;
  sorted.insert(sorted.end(), right_units.begin(), right_units.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  auto left_numbers = word_numbers(left_units, sorted),
       right_numbers = word_numbers(right_units, sorted);
  const auto a = windows(left_numbers, rules), b = windows(right_numbers, rules);
  Similarity out;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool take_left = j == b.size() || (i < a.size() && !before(b[j], a[i]));
    const bool take_right = i == a.size() || (j < b.size() && !before(a[i], b[j]));
    out.common += take_left && take_right;
    out.left_only += take_left && !take_right;
    out.right_only += take_right && !take_left;
    i += take_left;
    j += take_right;
  }
  return out;
}

}  // namespace doppel::checks
