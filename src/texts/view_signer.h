// Signs a stored text (text_views.h): one Signer for each of its views, and what the page rule
// (similarity/page_rule.h) has to know about the text.
//
// A text with one view costs as much as with a Signer alone. Buffers are kept from text to text:
// use one object for each thread. Cost: linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "similarity/page_rule.h"
#include "text/tokenizer.h"
#include "texts/main_lines.h"
#include "texts/signer.h"
#include "texts/text_views.h"

namespace doppel::texts {

// What a store keeps about a text for the page rule. It is the same in every process. The default
// is that of a text with one view.
struct SubjectFacts {
  bool two_views = false, short_main = false, names_title = false;  // as in PageSubject
  uint64_t main_words = 0;  // half of the hash of the main content's words
  uint64_t title = 0;       // hash of the title's words that count; 0: it has none

  friend bool operator==(const SubjectFacts&, const SubjectFacts&) = default;
};

// The subject as far as it is known without the text. Titles are compared by fixed hashes, which an
// attacker can forge: pages with the same subject always have equal values here, but equal values
// do not mean that the subject is the same. So this can rule out a pair but never prove one.
similarity::PageSubject likely_subject(const SubjectFacts& facts);

// Half of the hash of each view's words. The hashes are fixed, so different values mean different
// words, but equal values do not prove equal words.
struct ViewWords {
  uint64_t main = 0, full = 0;
};

class ViewSigner {
 public:
  // The key must outlive the signer.
  explicit ViewSigner(const TextRules& rules,
                      const text::ShingleKey& key = text::ShingleKey::of_process())
      : mask_numbers_(rules.mask_numbers), key_(key), main_(rules, key), full_(rules, key) {}

  // Makes `stored` the current text and returns the hash that identifies its words: with one view
  // words_hash(), with two views a hash of the hashes of main, full and title. The bytes must stay
  // valid while the functions below are called.
  Hash128 identify(std::string_view stored);
  // The same for callers that do not need the hash: the full text is not tokenized until full() is
  // called.
  void take(std::string_view stored);

  bool has_tokens() const { return main_.has_tokens(); }
  bool two_views() const { return two_views_; }
  Signer& main() { return main_; }
  // The same as main() if there is one view.
  Signer& full();
  // The number of words in the full text. REQUIRES: identify() was called.
  uint32_t full_words() const {
    return static_cast<uint32_t>((two_views_ ? full_ : main_).tokens().size());
  }
  // REQUIRES: identify() or take() was called, here and below.
  similarity::PageSubject subject() const;
  // Only for a text with two views. REQUIRES: identify() was called.
  const ViewWords& view_words() const { return view_words_; }
  // What a store keeps about the text.
  SubjectFacts facts() const;

 private:
  // Finds the words of both views in one pass: the words of the main content are among those of the
  // full text.
  void find_words(const TextViews& views);
  size_t title_words() const;
  bool main_names_title(size_t title_words) const;

  bool mask_numbers_;
  const text::ShingleKey& key_;
  Signer main_, full_;
  std::vector<TextPiece> pieces_;
  std::optional<std::string_view> waiting_full_;  // the text that full() has to tokenize first
  bool two_views_ = false;
  ViewWords view_words_;
  text::TokenHashes title_;
};

}  // namespace doppel::texts
