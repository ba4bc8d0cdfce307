// Signs a stored text (text_views.h): a Signer for each of its views, and what the rule of pages
// (similarity/page_rule.h) has to know of it.
//
// A text with one view costs what a Signer costs. Keeps its buffers from text to text: one per
// thread. Cost: linear.
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

// What a store keeps of a text for the rule of pages: the same in every process. The default: a
// text with one view.
struct PageFacts {
  bool two_views = false, short_main = false, names_title = false;  // as in PageSubject
  uint64_t main_words = 0;  // half of the hash of the words of the main content
  uint64_t title = 0;       // hash of the words of the title that count; 0: it has none

  friend bool operator==(const PageFacts&, const PageFacts&) = default;
};

// The subject as far as it is known without the text. Titles are told apart by fixed hashes, which
// somebody may forge: two pages that have one subject have it here, too, but not the other way
// round. So it may rule out a pair, and never proves one.
similarity::PageSubject likely_subject(const PageFacts& facts);

// Halves of the hashes of the words of both views: fixed, so they tell words apart and do not prove
// that they are the same.
struct ViewWords {
  uint64_t main = 0, full = 0;
};

class ViewSigner {
 public:
  // The key must outlive the signer.
  explicit ViewSigner(const TextRules& rules,
                      const text::ShingleKey& key = text::ShingleKey::of_process())
      : mask_numbers_(rules.mask_numbers), key_(key), main_(rules, key), full_(rules, key) {}

  // Takes a text, which must stay where it is while the calls below speak of it. Returns the hash
  // by which its words are known: with one view, words_hash(); with two, a hash of those of main,
  // full and title.
  Hash128 identify(std::string_view stored);
  // The same for callers that do not need the hash: the words of the full text are not found before
  // full() is called.
  void take(std::string_view stored);

  bool has_tokens() const { return main_.has_tokens(); }
  bool two_views() const { return two_views_; }
  Signer& main() { return main_; }
  // The same as main() when there is one view.
  Signer& full();
  // How many words its full text has. REQUIRES: identify() was called.
  uint32_t full_words() const {
    return static_cast<uint32_t>((two_views_ ? full_ : main_).tokens().size());
  }
  // REQUIRES: identify() or take() was called, here and below.
  similarity::PageSubject subject() const;
  // Of a text with two views. REQUIRES: identify() was called.
  const ViewWords& view_words() const { return view_words_; }
  // What to store of it.
  PageFacts facts() const;

 private:
  // Finds the words of both views. Those of the main content are among those of the full text, so
  // they are found once.
  void find_words(const TextViews& views);
  size_t title_words() const;
  bool main_names_title(size_t title_words) const;

  bool mask_numbers_;
  const text::ShingleKey& key_;
  Signer main_, full_;
  std::vector<TextPiece> pieces_;
  std::optional<std::string_view> waiting_full_;  // what full() has to read first
  bool two_views_ = false;
  ViewWords view_words_;
  text::TokenHashes title_;
};

}  // namespace doppel::texts
