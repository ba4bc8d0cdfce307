// What is computed of a text before it meets the others, step by step: who asks for less pays less.
//
//   text -> tokens -> identity              enough for a text that is known already
//                  -> windows               the shingles in order, repeats included
//                             -> sketch     MinHash by one permutation, of their fixed hashes
//                  -> keyed windows         the same windows, for exact comparisons
//
// A Signer keeps its buffers from text to text: one per thread. Cost: linear.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "compare/band_keys.h"
#include "doppel/text.h"
#include "text/shingle_key.h"
#include "text/tokenizer.h"

namespace doppel::compare {

// Two hashes of each window, repeats included.
struct Windows {
  std::span<const uint64_t> keyed, fixed;
};

class Signer {
 public:
  // The key must outlive the signer.
  explicit Signer(const TextRules& rules,
                  const text::ShingleKey& key = text::ShingleKey::of_process())
      : rules_(rules), key_(key) {}

  // Takes a text, which must stay where it is while the calls below speak of it.
  // Returns the hash its words are known by: of its fixed token hashes; of its bytes when it has no
  // token.
  Hash128 identify(std::string_view text);

  bool has_tokens() const { return !token_hashes_.empty(); }
  // Their fixed hashes. Valid until the next text. Empty without a token.
  std::span<const uint64_t> windows();
  // The same windows with both hashes. REQUIRES: windows() was called.
  Windows keyed_windows();
  // REQUIRES: windows() was called, and is not empty.
  std::span<const uint32_t, kSketchSlots> sketch();
  // One more minimum, under a permutation that the sketch does not use (recall_sample.h). REQUIRES:
  // sketch() was called.
  uint32_t probe() const;

 private:
  TextRules rules_;
  const text::ShingleKey& key_;
  std::string_view text_;
  text::TokenHashes token_hashes_;
  text::Tokens tokens_;             // of units that are no words
  std::vector<uint64_t> units_;     // likewise
  text::SecretUnits secret_units_;  // likewise
  std::vector<uint64_t> windows_, keyed_windows_, permuted_;
  uint32_t slots_[kSketchSlots];
};

}  // namespace doppel::compare
