// Computes what an index keeps of a text, and the sets with which texts are compared exactly, one
// for each view (texts/text_views.h).
//
// Keeps its buffers from text to text: one per thread. Cost: linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "index/index_rules.h"
#include "index/shared_words.h"
#include "living_candidates/candidate_index.h"
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
  texts::SubjectFacts facts;
};

// The signature for a candidate index, valid as long as `text` and `full` are. `full` is memory for
// the second view.
living_candidates::TextSignature signature_of(const SignedText& text,
                                              living_candidates::TextSignature& full);

class TextSigner {
 public:
  // The rules must outlive the signer.
  explicit TextSigner(const IndexRules& rules)
      : rules_(rules), signer_(rules.predicate.rules, *rules.shingle_key) {}

  // Takes a text, which must stay valid during the calls below. Returns the hash of its words.
  Hash128 identify(std::string_view text);
  // The same for callers that need no hash: the full text is read only if its set is asked for.
  void take(std::string_view text);
  // REQUIRES: identify() or take() was called, here and below.
  SignedText sign();
  bool two_views() const { return signer_.two_views(); }
  // The subject by its words, on which a proof may rely.
  similarity::PageSubject subject() const { return signer_.subject(); }
  // The set of that view, made on first use. Valid until identify().
  const similarity::ShingleSet& set(View view);
  // Compares that set with another. REQUIRES: set() was called.
  similarity::Overlap& overlap(View view) { return is_full(view) ? full_.overlap : main_.overlap; }

 private:
  struct ViewSet {
    std::optional<similarity::ShingleSet> set;  // empty: not made yet
    similarity::Overlap overlap;
  };

  // If a text has one view, its full text is its main content.
  bool is_full(View view) const { return view == View::kFull && signer_.two_views(); }
  SignedView sign(View view, bool has_keys);

  const IndexRules& rules_;
  texts::ViewSigner signer_;
  ViewSet main_, full_;
};

}  // namespace doppel::index
