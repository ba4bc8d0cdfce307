#include "doppel/text.h"

#include "characters/unicode_tables.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel {

std::string unicode_version() { return characters::kUnicodeVersion; }

std::string valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const size_t begin = at;
    const bool replaced = characters::next_code_point(bytes, at) == characters::kReplacement;
    out.append(replaced ? std::string_view("\xEF\xBF\xBD") : bytes.substr(begin, at - begin));
  }
  return out;
}

std::vector<std::string> tokens(std::string_view utf8, const TextRules& rules) {
  text::Tokens found;
  text::tokenize(utf8, rules.mask_numbers, found);
  std::vector<std::string> out;
  out.reserve(found.size());
  for (size_t i = 0; i < found.size(); ++i) out.emplace_back(found[i]);
  return out;
}

std::vector<uint64_t> shingles(std::string_view utf8, const TextRules& rules) {
  text::Tokens found;
  text::tokenize(utf8, rules.mask_numbers, found);
  std::vector<uint64_t> units, out;
  text::unit_hashes(found, rules.unit, units);
  text::windows(units, rules, out);
  text::sort_unique(out);
  return out;
}

}  // namespace doppel
