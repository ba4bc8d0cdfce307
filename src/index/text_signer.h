// Makes what an index keeps of a text, and the sets by which texts are compared exactly: one of
// each of its views (texts/text_views.h).
//
// Keeps its buffers from text to text: one per thread. Cost: linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "index/candidate_index.h"
#include "index/index_rules.h"
#include "index/shared_words.h"
#include "similarity/overlap.h"
#include "similarity/page_rule.h"
#include "texts/view_signer.h"

namespace doppel::index {

// What is made of one view.
struct SignedView {
  std::vector<uint32_t> keys;      // of its bands; empty when the text has no words
  std::vector<uint64_t> shingles;  // distinct, their fixed hashes; for `exact`
  uint32_t size = 0;               // distinct shingles
  SharedWords bitmap;
};

struct SignedText {
  SignedView main;
  SignedView full;  // only with two views
  texts::PageFacts facts;
};

// What an index looks at, as long as the text stays where it is. `full` is room for its second
// view.
TextSignature signature_of(const SignedText& text, TextSignature& full);

class TextSigner {
 public:
  // The rules must outlive the signer.
  explicit TextSigner(const IndexRules& rules)
      : rules_(rules), signer_(rules.predicate.rules, *rules.shingle_key) {}

  // Takes a text, which must stay where it is while the calls below speak of it. Returns the hash
  // its words are known by.
  Hash128 identify(std::string_view text);
  // The same for callers that need no hash: the full text is read only if its set is asked for.
  void take(std::string_view text);
  // REQUIRES: identify() or take() was called, here and below.
  SignedText sign();
  bool two_views() const { return signer_.two_views(); }
  // As its words say: what a proof may rest on.
  similarity::PageSubject subject() const { return signer_.subject(); }
  // The set of that view, made when it is asked for first. Valid until identify().
  const similarity::ShingleSet& set(View view);
  // How much of that set is in another? REQUIRES: set() was called.
  similarity::Overlap& overlap(View view) { return is_full(view) ? full_.overlap : main_.overlap; }

 private:
  struct ViewSet {
    std::optional<similarity::ShingleSet> set;  // nothing: not made yet
    similarity::Overlap overlap;
  };

  // The full text of a text with one view is its main content.
  bool is_full(View view) const { return view == View::kFull && signer_.two_views(); }
  SignedView sign(View view, bool has_keys);

  const IndexRules& rules_;
  texts::ViewSigner signer_;
  ViewSet main_, full_;
};

}  // namespace doppel::index
