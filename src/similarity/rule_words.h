// Splits the written form of a predicate: name(word, word, ...) op value.
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
// Nothing if the text does not have that form.
std::optional<RuleWords> split_rule(std::string_view text);
// The word as a number, if all of it is a number in [low, high].
std::optional<uint64_t> number_in(std::string_view word, uint64_t low, uint64_t high);
// Removes (word|char), k and the options `padded` and `masked` from the front of the arguments and
// returns them.
std::optional<TextRules> take_text_rules(std::vector<std::string_view>& arguments);
// "word,5,padded", as take_text_rules() reads it.
std::string text_rules_words(const TextRules& rules);

}  // namespace doppel::similarity
