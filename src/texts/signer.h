// What is computed of a text before it meets the others, step by step: who asks for less pays less.
//
//   text -> tokens -> identity              enough for a text that is known already
//                  -> windows               the shingles in order, repeats included
//                             -> sketch     MinHash by one permutation, of their fixed hashes
//                  -> keyed windows         the same windows, for exact comparisons
//
// Each step is a plain function: text::hash_tokens(), words_hash(), text::windows(),
// sketch_windows(). A Signer is the room that they work in, kept from text to text, one per thread:
// once it has met its longest text it allocates nothing. sketch_text() takes all steps up to the
// sketch. Cost: linear.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "doppel/text.h"
#include "similarity/overlap.h"
#include "sketch/one_permutation_minhash.h"
#include "text/shingle_key.h"
#include "text/tokenizer.h"

namespace doppel::texts {

// The hash by which the words of a text are known: of its fixed token hashes; of its bytes when it
// has no token.
Hash128 words_hash(std::string_view text, std::span<const uint64_t> token_hashes);

// The sketch of a text from the fixed hashes of its windows; kEmptyBin everywhere when it has none.
// Leaves the permuted windows in `permuted`. REQUIRES: permuted.size() == windows.size().
void sketch_windows(std::span<const uint64_t> windows, std::span<uint64_t> permuted,
                    std::span<uint32_t, sketch::kSketchSlots> slots);

class Signer {
 public:
  // The key must outlive the signer.
  explicit Signer(const TextRules& rules,
                  const text::ShingleKey& key = text::ShingleKey::of_process())
      : rules_(rules), key_(key) {}

  // Takes a text, which must stay where it is while the calls below speak of it.
  // Returns its words_hash().
  Hash128 identify(std::string_view text);
  // The same in two steps, for a caller that finds the tokens itself: it replaces those of the text
  // before, which begin() returns, and then asks for the hash.
  text::TokenHashes& begin(std::string_view text);
  Hash128 identity() const { return words_hash(text_, token_hashes_.fixed()); }

  bool has_tokens() const { return !token_hashes_.empty(); }
  const text::TokenHashes& tokens() const { return token_hashes_; }
  // Their fixed hashes. Valid until the next text. Empty without a token.
  std::span<const uint64_t> windows();
  // The same windows with both hashes. REQUIRES: windows() was called.
  similarity::Windows keyed_windows();
  // REQUIRES: windows() was called.
  std::span<const uint32_t, sketch::kSketchSlots> sketch();
  // One more minimum, under a permutation that the sketch does not use (recall_sample.h). REQUIRES:
  // sketch() was called.
  uint32_t sample_key() const;

 private:
  TextRules rules_;
  const text::ShingleKey& key_;
  std::string_view text_;
  text::TokenHashes token_hashes_;
  text::Tokens tokens_;             // of units that are no words
  std::vector<uint64_t> units_;     // likewise
  text::SecretUnits secret_units_;  // likewise
  std::vector<uint64_t> windows_, keyed_windows_, permuted_;
  uint32_t slots_[sketch::kSketchSlots];
};

// The distinct shingles of a text, which become the left set. Valid until either is used again.
similarity::ShingleSet shingle_set(std::string_view text, Signer& signer,
                                   similarity::Overlap& overlap);

// What is computed of a text that nobody has met before.
struct SketchedText {
  Hash128 words_hash;
  size_t windows = 0;  // repeats included; 0: no words, nothing to compare
  std::span<const uint32_t, sketch::kSketchSlots> slots;
};

// All steps for one text. Valid until the signer takes another.
SketchedText sketch_text(std::string_view text, Signer& signer);

}  // namespace doppel::texts
