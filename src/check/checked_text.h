// A text as check sees it: the words of its views, read again, and what the rule of pages has to
// know of them. Made from the definition, without the run's signers.
//
// Keeps its buffers from text to text: one per thread. Cost: linear.
#pragma once

#include <string_view>
#include <vector>

#include "base/hash.h"
#include "similarity/page_rule.h"
#include "text/shingle_key.h"
#include "text/tokenizer.h"

namespace doppel::checks {

// What tells that two texts are the same, without keeping them: keyed hashes (base/keyed_hash.h).
// The hash of the words enters at their bytes: two words that share the public hash of a word are
// still two words here.
struct TextIdentity {
  Hash128 bytes;
  Hash128 words;  // of its words in order, view by view; without words: like no text of other bytes
};

class CheckedText {
 public:
  explicit CheckedText(bool mask_numbers) : mask_numbers_(mask_numbers) {}

  // Takes a text, as corpus::PageWords has it.
  TextIdentity read(std::string_view stored);

  // Of the last text. A text with one view has the same words in both.
  const text::Tokens& tokens(View view) const {
    return view == View::kFull && subject_.two_views ? full_ : main_;
  }
  // The hash of the words of a view.
  Hash128 words(View view) const { return view == View::kFull ? full_words_ : main_words_; }
  const similarity::PageSubject& subject() const { return subject_; }

 private:
  Hash128 words_of(const text::Tokens& tokens, std::string_view bytes);
  void read_subject();

  bool mask_numbers_;
  text::Tokens main_, full_, title_;
  Hash128 main_words_, full_words_;
  similarity::PageSubject subject_;
  std::string joined_;
};

// The distinct windows of a view, sorted, under that key.
void make_windows(const text::Tokens& tokens, const TextRules& rules, const text::ShingleKey& key,
                  text::SecretUnits& room, std::vector<uint64_t>& out);

}  // namespace doppel::checks
