// What tells that two texts are the same, without keeping them: keyed hashes (base/keyed_hash.h) of
// the bytes, and of the words.
//
// The hash of the words enters at their bytes: two words that share the public hash of a word are
// still two words here. Not thread-safe: one per thread.
#pragma once

#include <string>
#include <string_view>

#include "base/keyed_hash.h"
#include "text/tokenizer.h"

namespace doppel::checks {

struct TextIdentity {
  Hash128 bytes;
  Hash128 words;  // of its words in order; a text without words is like no text of other bytes
};

class TextIdentifier {
 public:
  explicit TextIdentifier(bool mask_numbers) : mask_numbers_(mask_numbers) {}

  TextIdentity of(std::string_view text) {
    // Neither byte occurs in UTF-8, so no two sequences of words give one string.
    constexpr char kWordEnd = '\xFF', kNoWords = '\xFE';
    text::tokenize(text, mask_numbers_, tokens_);
    joined_.clear();
    for (size_t i = 0; i < tokens_.size(); ++i) joined_.append(tokens_[i]).push_back(kWordEnd);
    if (tokens_.empty()) joined_.append(1, kNoWords).append(text);
    return {keyed_hash128(text), keyed_hash128(joined_)};
  }
  // Of the last text.
  const text::Tokens& tokens() const { return tokens_; }

 private:
  bool mask_numbers_;
  text::Tokens tokens_;
  std::string joined_;
};

}  // namespace doppel::checks
