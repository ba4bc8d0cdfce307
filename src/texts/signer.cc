#include "texts/signer.h"

#include <algorithm>

#include "sketch/kernels.h"
#include "text/shingles.h"

namespace doppel::texts {

Hash128 words_hash(std::string_view text, std::span<const uint64_t> token_hashes) {
  return token_hashes.empty() ? hash128(text) : hash128(token_hashes);
}

void sketch_windows(std::span<const uint64_t> windows, std::span<uint64_t> permuted,
                    std::span<uint32_t, sketch::kSketchSlots> slots) {
  sketch::permute(windows, 0, permuted);
  sketch::one_permutation_minhash(permuted, slots);
}

Hash128 Signer::identify(std::string_view text) {
  text::hash_tokens(text, rules_.mask_numbers, key_, begin(text));
  return identity();
}

text::TokenHashes& Signer::begin(std::string_view text) {
  text_ = text;
  return token_hashes_;
}

std::span<const uint64_t> Signer::windows() {
  if (rules_.unit == Unit::kWord || !has_tokens()) {
    text::windows(token_hashes_.fixed(), rules_, windows_);
  } else {
    text::tokenize(text_, rules_.mask_numbers, tokens_);
    text::unit_hashes(tokens_, rules_.unit, units_);
    text::windows(units_, rules_, windows_);
  }
  return windows_;
}

similarity::Windows Signer::keyed_windows() {
  if (rules_.unit == Unit::kWord || !has_tokens()) {
    text::windows(token_hashes_.secret(), rules_, key_, keyed_windows_);
  } else {
    text::unit_hashes(tokens_, rules_.unit, key_, secret_units_);
    text::windows(secret_units_, rules_, key_, keyed_windows_);
  }
  return {keyed_windows_, windows_};
}

std::span<const uint32_t, sketch::kSketchSlots> Signer::sketch() {
  permuted_.resize(windows_.size());
  sketch_windows(windows_, permuted_, slots_);
  return slots_;
}

uint32_t Signer::sample_key() const {
  // Chosen at random; the multiplier must be odd.
  constexpr uint32_t kMultiplier = 0xC2B2AE35, kIncrement = 0x27220A95;
  return sketch::affine_minimum(permuted_, kMultiplier, kIncrement);
}

similarity::ShingleSet shingle_set(std::string_view text, Signer& signer,
                                   similarity::Overlap& overlap) {
  signer.identify(text);
  signer.windows();
  return overlap.collect(signer.keyed_windows());
}

SketchedText sketch_text(std::string_view text, Signer& signer) {
  const Hash128 words_hash = signer.identify(text);
  const size_t windows = signer.windows().size();
  return {words_hash, windows, signer.sketch()};
}

}  // namespace doppel::texts
