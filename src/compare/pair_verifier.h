// Tests texts against their candidates, one text after the other: the exact test, and a filter that
// often makes it unnecessary.
//
// A text in a hot bucket may have a thousand candidates. If they come from a template and are
// similar just below the threshold, most of them pass the parity filter. So after two failed tests,
// a text and its candidates on hot lists get bitmaps of eight times the length. Like the short
// bitmaps, these can only prove that two texts are not a pair. Longer bitmaps are made from keyed
// shingles, so how many tests they save depends on the key; therefore it is not part of the
// statistics.
//
// One for each thread; verifiers of several threads share the bitmaps of hot texts. A set that was
// not kept is made again for a test. An error means that the storage failed.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/arena.h"
#include "compare/hot_lists.h"
#include "compare/survivors.h"
#include "doppel/types.h"
#include "similarity/overlap.h"
#include "similarity/page_rule.h"
#include "texts/shingle_sets.h"

namespace doppel::compare {

// A text that is on a hot list.
struct HotText {
  Rank rank = 0;
  similarity::ParityBitmap bitmap;
  const uint64_t* long_bitmap = nullptr;  // null: not made yet
};

struct Candidate {
  static constexpr HotLists::Number kNoNumber = HotLists::kNone;

  Rank rank = 0;
  HotLists::Number number = kNoNumber;

  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

class PairVerifier {
 public:
  // All arguments must outlive the verifier. Verifiers own the long bitmaps that `hot_texts` points
  // to, so a verifier must not be used once another one with the same `hot_texts` is destroyed.
  PairVerifier(const texts::ShingleSets& sets, const similarity::PageRule& rule,
               Table<HotText>& hot_texts);
  ~PairVerifier();
  PairVerifier(const PairVerifier&) = delete;
  PairVerifier& operator=(const PairVerifier&) = delete;

  // Sets the text that is tested next.
  void begin(Rank text);
  // The similarity of the text and the candidate, if they are a pair.
  Result<std::optional<similarity::VerifiedPair>> test(Candidate other);
  // Is the similarity of the text and the other text at least that in that view?
  Result<bool> reach(Rank other, View view, Ratio least);
  // Calls of test() since begin(): candidates that sizes and short bitmaps did not rule out.
  uint64_t tested() const { return tested_; }
  // How many of these compared sets, because longer bitmaps did not rule them out. Depends on the
  // key.
  uint64_t compared() const { return compared_; }

 private:
  // The set of the text in one view, and the table in which other sets are looked up.
  struct LeftSet {
    std::span<const uint64_t> set;  // empty: not made yet
    std::vector<uint64_t> copy;     // the set, if `sets` does not keep it
    similarity::Overlap overlap;
  };
  Status set_left(View view);
  Result<std::optional<Similarity>> compare(Rank other, View view, Ratio least);
  Result<bool> long_bitmaps_allow(Candidate other);
  Result<std::span<const uint64_t>> long_bitmap(Candidate other);

  const texts::ShingleSets& sets_;
  similarity::PageRule rule_;
  Table<HotText>& hot_texts_;
  std::unique_ptr<texts::SetMaker> maker_;
  Rank text_ = 0;
  LeftSet main_, full_;
  std::vector<uint64_t> left_long_;  // long bitmap of main_; empty: not made yet
  uint64_t tested_ = 0, compared_ = 0, failed_ = 0;
  Arena long_bitmaps_;
};

}  // namespace doppel::compare
