#include "similarity/rule_words.h"

#include <charconv>

namespace doppel::similarity {
namespace {

std::vector<std::string_view> split_arguments(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t comma = text.find(',');
    out.push_back(without_spaces_around(text.substr(0, comma)));
    if (comma == text.npos) return out;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string_view without_spaces_around(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<RuleWords> split_rule(std::string_view text) {
  const size_t open = text.find('('), close = text.find(')');
  if (open == text.npos || close == text.npos || close < open) return std::nullopt;
  RuleWords out{without_spaces_around(text.substr(0, open)),
                split_arguments(text.substr(open + 1, close - open - 1)),
                {},
                {}};
  const std::string_view rest = without_spaces_around(text.substr(close + 1));
  out.comparison = rest.substr(0, 2);
  if (out.comparison != ">=" && out.comparison != "<=") return std::nullopt;
  out.value = without_spaces_around(rest.substr(2));
  return out;
}

std::optional<uint64_t> number_in(std::string_view word, uint64_t low, uint64_t high) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < low || value > high) {
    return std::nullopt;
  }
  return value;
}

std::optional<TextRules> take_text_rules(std::vector<std::string_view>& arguments) {
  TextRules out;
  if (arguments.size() < 2 || (arguments[0] != "word" && arguments[0] != "char"))
    return std::nullopt;
  out.unit = arguments[0] == "word" ? Unit::kWord : Unit::kChar;
  const auto k = number_in(arguments[1], 1, TextRules::kMaxWindow);
  if (!k) return std::nullopt;
  out.k = static_cast<uint32_t>(*k);
  size_t at = 2;
  if (at < arguments.size() && arguments[at] == "padded") out.padding = Padding::kAlways, ++at;
  if (at < arguments.size() && arguments[at] == "masked") out.mask_numbers = true, ++at;
  arguments.erase(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(at));
  return out;
}

std::string text_rules_words(const TextRules& rules) {
  std::string out = rules.unit == Unit::kWord ? "word," : "char,";
  out += std::to_string(rules.k);
  if (rules.padding == Padding::kAlways) out += ",padded";
  if (rules.mask_numbers) out += ",masked";
  return out;
}

}  // namespace doppel::similarity
