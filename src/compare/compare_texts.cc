// The public comparison of two texts: tokens as room `text` finds them, compared by the measures of
// room `similarity`. Words and windows are hashed under the secret key of the process.
#include <algorithm>

#include "doppel/compare.h"
#include "similarity/edit_distance.h"
#include "similarity/sets.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel {
namespace {

std::vector<uint64_t> word_hashes(std::string_view utf8, bool mask_numbers) {
  text::Tokens found;
  text::tokenize(utf8, mask_numbers, found);
  std::vector<uint64_t> out;
  out.reserve(found.size());
  const text::ShingleKey& key = text::ShingleKey::of_process();
  for (size_t i = 0; i < found.size(); ++i) out.push_back(key.word_hash(found[i]));
  return out;
}

std::vector<uint64_t> sorted_windows(std::string_view utf8, const TextRules& rules) {
  const text::ShingleKey& key = text::ShingleKey::of_process();
  text::Tokens found;
  text::tokenize(utf8, rules.mask_numbers, found);
  text::SecretUnits units;
  text::unit_hashes(found, rules.unit, key, units);
  std::vector<uint64_t> out;
  text::windows(units, rules, key, out);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

Comparison compare_texts(std::string_view left, std::string_view right, const TextRules& rules) {
  return similarity::compare_windows(sorted_windows(left, rules), sorted_windows(right, rules));
}

std::optional<uint64_t> word_edit_distance(std::string_view left, std::string_view right,
                                           const TextRules& rules, uint64_t limit) {
  return similarity::edit_distance(word_hashes(left, rules.mask_numbers),
                                   word_hashes(right, rules.mask_numbers), limit);
}

}  // namespace doppel
