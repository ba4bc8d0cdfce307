// What is computed from a text before it is compared with others, step by step, so that a caller
// pays only for the steps it needs.
//
//   text -> tokens -> identity              enough for a text that is already known
//                  -> windows               the shingles in order, repeats included
//                             -> sketch     one-permutation MinHash of their fixed hashes
//                  -> keyed windows         the same windows, for exact comparisons
//
// Each step is a plain function: text::hash_tokens(), words_hash(), text::windows(),
// sketch_windows(). A Signer owns the buffers that they need and keeps them from text to text: use
// one for each thread. Once it has seen the longest text, it allocates nothing. sketch_text() does
// all steps up to the sketch. Cost: linear.
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

// The hash that identifies the words of a text: a hash of its fixed token hashes, or of its bytes
// if it has no token.
Hash128 words_hash(std::string_view text, std::span<const uint64_t> token_hashes);

// Makes the sketch of a text from the fixed hashes of its windows; without windows, every slot is
// kEmptyBin. Leaves the permuted windows in `permuted`. REQUIRES: permuted.size() ==
// windows.size().
void sketch_windows(std::span<const uint64_t> windows, std::span<uint64_t> permuted,
                    std::span<uint32_t, sketch::kSketchSlots> slots);

class Signer {
 public:
  // The key must outlive the signer.
  explicit Signer(const TextRules& rules,
                  const text::ShingleKey& key = text::ShingleKey::of_process())
      : rules_(rules), key_(key) {}

  // Makes `text` the current text and returns its words_hash(). The bytes must stay valid while the
  // functions below are called.
  Hash128 identify(std::string_view text);
  // The same in two steps, for a caller that finds the tokens itself: it replaces the tokens that
  // begin() returns, which are those of the previous text, and then calls identity().
  text::TokenHashes& begin(std::string_view text);
  Hash128 identity() const { return words_hash(text_, token_hashes_.fixed()); }

  bool has_tokens() const { return !token_hashes_.empty(); }
  const text::TokenHashes& tokens() const { return token_hashes_; }
  // The fixed hashes of the windows. Valid until the next text. Empty if there is no token.
  std::span<const uint64_t> windows();
  // The same windows with both of their hashes. REQUIRES: windows() was called.
  similarity::Windows keyed_windows();
  // REQUIRES: windows() was called.
  std::span<const uint32_t, sketch::kSketchSlots> sketch();
  // One more minimum, under a permutation that the sketch does not use (see recall_sample.h).
  // REQUIRES: sketch() was called.
  uint32_t sample_key() const;

 private:
  TextRules rules_;
  const text::ShingleKey& key_;
  std::string_view text_;
  text::TokenHashes token_hashes_;
  text::Tokens tokens_;             // used only if the unit is not the word
  std::vector<uint64_t> units_;     // likewise
  text::SecretUnits secret_units_;  // likewise
  std::vector<uint64_t> windows_, keyed_windows_, permuted_;
  uint32_t slots_[sketch::kSketchSlots];
};

// The distinct shingles of a text, which become the left set of `overlap`. Valid until `signer` or
// `overlap` is used again.
similarity::ShingleSet shingle_set(std::string_view text, Signer& signer,
                                   similarity::Overlap& overlap);

// What is computed from a text that is new.
struct SketchedText {
  Hash128 words_hash;
  size_t windows = 0;  // repeats included; 0: the text has no words, so there is nothing to compare
  std::span<const uint32_t, sketch::kSketchSlots> slots;
};

// All steps for one text. The result is valid until the signer is given another text.
SketchedText sketch_text(std::string_view text, Signer& signer);

}  // namespace doppel::texts
