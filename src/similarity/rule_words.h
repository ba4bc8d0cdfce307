// The written form of a predicate, taken apart: name(word, word, ...) op value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"
#include "doppel/text.h"

namespace doppel::similarity {

struct RuleWords {
  std::string_view name;
  std::vector<std::string_view> arguments;
  std::string_view comparison;  // ">=" or "<="
  std::string_view value;
};

std::string_view without_spaces_around(std::string_view text);
// Nothing when the text does not have that form.
std::optional<RuleWords> split_rule(std::string_view text);
// A number that fills the whole word and lies in [low, high].
std::optional<uint64_t> number_in(std::string_view word, uint64_t low, uint64_t high);
// Takes (word|char), k and the options padded and masked from the front of the arguments.
std::optional<TextRules> take_text_rules(std::vector<std::string_view>& arguments);
// "word,5,padded", as take_text_rules() reads it.
std::string text_rules_words(const TextRules& rules);

}  // namespace doppel::similarity
