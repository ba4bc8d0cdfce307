// The public comparison of two texts: the words of `text` under the measures of `similarity`. Words
// and windows are compared under the secret key of the process.
#include <algorithm>

#include "doppel/predicate.h"
#include "similarity/edit_distance.h"
#include "similarity/sets.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel {
namespace {

std::vector<uint64_t> units(std::string_view utf8, Unit unit, bool mask_numbers) {
  text::Tokens found;
  text::tokenize(utf8, mask_numbers, found);
  std::vector<uint64_t> out;
  text::unit_hashes(found, unit, text::ShingleKey::of_process(), out);
  return out;
}

std::vector<uint64_t> sorted_windows(std::string_view utf8, const TextRules& rules) {
  std::vector<uint64_t> out;
  text::windows(units(utf8, rules.unit, rules.mask_numbers), rules, text::ShingleKey::of_process(),
                out);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

Comparison compare_texts(std::string_view left, std::string_view right, const TextRules& rules) {
  return similarity::compare_windows(sorted_windows(left, rules), sorted_windows(right, rules));
}

std::optional<uint64_t> word_edit_distance(std::string_view left, std::string_view right,
                                           const TextRules& rules, uint64_t limit) {
  return similarity::edit_distance(units(left, Unit::kWord, rules.mask_numbers),
                                   units(right, Unit::kWord, rules.mask_numbers), limit);
}

}  // namespace doppel
