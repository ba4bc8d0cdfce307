#include "compare/signer.h"

#include "text/shingles.h"

namespace doppel::compare {
Hash128 Signer::words_hash(std::string_view text) {
  text::tokenize(text, rules_.mask_numbers, tokens_);
  if (tokens_.empty()) return hash128(text);
  text::unit_hashes(tokens_, Unit::kWord, token_hashes_);
  return hash128(token_hashes_);
}

ExactSignature Signer::sign(std::string_view text) {
  ExactSignature out;
  out.bytes_hash = hash128(text);
  out.words_hash = words_hash(text);
  if (tokens_.empty()) return out;
  if (rules_.unit != Unit::kWord) text::unit_hashes(tokens_, rules_.unit, units_);
  text::windows(rules_.unit == Unit::kWord ? token_hashes_ : units_, rules_, out.shingles);
  text::sort_unique(out.shingles);
  return out;
}

}  // namespace doppel::compare
