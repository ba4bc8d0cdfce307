// Tests one text after the other with its candidates: the exact test, and what may spare it.
//
// A text of a hot bucket has a thousand candidates, and of a template just below the threshold most
// of them pass the parity filter. After two failed tests a text gets a bitmap of eight times the
// length, as its candidates on hot lists do; it proves that a pair fails, as the short one does.
// Longer bitmaps are made of keyed shingles: what they spare depends on the key, so it is not
// counted.
//
// One for each thread; verifiers of several threads share the bitmaps of hot texts. A set that
// was not kept is read again for a test; an error is a failure of the storage.
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

// A text on a hot list.
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
  // All must outlive the verifier, and it must outlive all verifiers that use the same `hot_texts`.
  PairVerifier(const texts::ShingleSets& sets, const similarity::PageRule& rule,
               Table<HotText>& hot_texts);
  ~PairVerifier();
  PairVerifier(const PairVerifier&) = delete;
  PairVerifier& operator=(const PairVerifier&) = delete;

  // The text to be tested next.
  void begin(Rank text);
  // Its similarity with the candidate if they are a pair.
  Result<std::optional<similarity::VerifiedPair>> test(Candidate other);
  // Do both reach that similarity in that view?
  Result<bool> reach(Rank other, View view, Ratio least);
  // Calls of test() since begin(): candidates that sizes and short bitmaps did not rule out.
  uint64_t tested() const { return tested_; }
  // Of these, sets compared: what longer bitmaps did not spare. Depends on the key.
  uint64_t compared() const { return compared_; }

 private:
  // The left set of one view, and what looks others up in it.
  struct LeftSet {
    std::span<const uint64_t> set;  // empty: not made yet
    std::vector<uint64_t> copy;     // of a set that is not kept
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
  std::vector<uint64_t> left_long_;  // of main_; empty: not made yet
  uint64_t tested_ = 0, compared_ = 0, failed_ = 0;
  Arena long_bitmaps_;
};

}  // namespace doppel::compare
