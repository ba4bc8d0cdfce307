// A text as `check` sees it: the words of its views, read again, and what the page rule needs to
// know about them. Computed from the definition, without the signers of a run.
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

// Shows whether two texts are the same without keeping them, by keyed hashes (base/keyed_hash.h).
// The hash of the words is computed from their bytes, so two words with the same public hash are
// still different here.
struct TextIdentity {
  Hash128 bytes;
  Hash128 words;  // of its words in order, view by view; of its bytes if it has no words
};

class CheckedText {
 public:
  explicit CheckedText(bool mask_numbers) : mask_numbers_(mask_numbers) {}

  // Reads a text in the form of corpus::PageWords.
  TextIdentity read(std::string_view stored);

  // The words of the last text. A text with one view has the same words in both views.
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

// The distinct windows of a view under that key, sorted.
void make_windows(const text::Tokens& tokens, const TextRules& rules, const text::ShingleKey& key,
                  text::SecretUnits& room, std::vector<uint64_t>& out);

}  // namespace doppel::checks
