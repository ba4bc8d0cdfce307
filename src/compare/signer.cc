#include "compare/signer.h"

#include "sketch/kernels.h"
#include "sketch/one_permutation.h"
#include "text/shingles.h"

namespace doppel::compare {

Hash128 Signer::words_hash(std::string_view text) {
  text_ = text;
  text::hash_tokens(text, rules_.mask_numbers, token_hashes_);
  return token_hashes_.empty() ? hash128(text) : hash128(std::span<const uint64_t>(token_hashes_));
}

TextIdentity Signer::identify(std::string_view text) { return {hash128(text), words_hash(text)}; }

std::span<const uint64_t> Signer::windows() {
  if (!has_tokens()) return {};
  if (rules_.unit == Unit::kWord) {
    text::windows(token_hashes_, rules_, windows_);
  } else {
    text::tokenize(text_, rules_.mask_numbers, tokens_);
    text::unit_hashes(tokens_, rules_.unit, units_);
    text::windows(units_, rules_, windows_);
  }
  return windows_;
}

std::span<const uint32_t, kSketchSlots> Signer::sketch() {
  permuted_.resize(windows_.size());
  sketch::permute(windows_, 0, permuted_);
  sketch::one_permutation(permuted_, slots_);
  return slots_;
}

uint32_t Signer::probe() const {
  constexpr uint32_t kMultiplier = 0xC2B2AE35, kIncrement = 0x27220A95;  // odd, and any; random
  return sketch::affine_minimum(permuted_, kMultiplier, kIncrement);
}

}  // namespace doppel::compare
