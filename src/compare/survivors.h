// Which candidates could be pairs? Those that sizes and parity bitmaps do not rule out.
//
// Both filters are lossless: every pair among the candidates survives. Of the other candidates, 19
// in 20 do not. The work is divided into blocks of texts; the result does not depend on the number
// of threads.
//
// If texts have two views, the sets of full texts are made only for candidates that the main
// contents do not decide.
#pragma once

#include <cstdint>
#include <span>

#include "base/table.h"
#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "similarity/page_rule.h"
#include "similarity/parity_bitmap.h"
#include "texts/shingle_sets.h"

namespace doppel::compare {

// For each text, its surviving candidates that come before it, ascending.
class Survivors {
 public:
  explicit Survivors(TableMemory* memory) : ranks_(memory), ends_(memory), begins_(memory) {}

  std::span<const Rank> of(Rank text) const {
    const uint64_t begin = begins_[text / kBlock];
    const uint32_t first = text % kBlock == 0 ? 0 : ends_[text - 1];
    return std::span(ranks_).subspan(begin + first, ends_[text] - first);
  }
  size_t texts() const { return ends_.size(); }
  uint64_t candidates() const { return candidates_; }  // distinct candidates, before filtering
  uint64_t count() const { return ranks_.size(); }     // candidates that survived

 private:
  friend Result<Survivors> find_survivors(const CandidateSource&, texts::ShingleSets&, size_t,
                                          const similarity::PageRule&, ThreadPool&,
                                          const texts::AdvanceFn&);
  static constexpr size_t kBlock = 512;

  Table<Rank> ranks_;       // the survivors of each text, text by text
  Table<uint32_t> ends_;    // by text: where its ranks end, relative to the start of its block
  Table<uint64_t> begins_;  // by block of texts: where it starts in ranks_
  uint64_t candidates_ = 0;
};

// Could these two texts be a pair, by the sizes and parity bitmaps of their main contents?
inline similarity::PageRule::Possible could_be_pair_by_main(const texts::ShingleSets& sets, Rank a,
                                                            Rank b,
                                                            const similarity::PageRule& rule) {
  return rule.by_main(sets.subject(a), sets.subject(b), [&](Ratio least) {
    return could_be_pair(sets.parity_bitmap(a), sets.parity_bitmap(b), least);
  });
}

// Could these two texts be a pair, by the sizes and parity bitmaps of their views? REQUIRES: the
// sets of the full texts are made, if the main contents do not decide.
inline bool could_be_pair(const texts::ShingleSets& sets, Rank a, Rank b,
                          const similarity::PageRule& rule) {
  const auto could = [&](View view) {
    return [&sets, a, b, view](Ratio least) {
      return could_be_pair(sets.parity_bitmap(a, view), sets.parity_bitmap(b, view), least);
    };
  };
  return rule.allows(sets.subject(a), sets.subject(b), could(View::kMain), could(View::kFull));
}

// REQUIRES: `sets` has the sets of the main contents of all texts with candidates. Makes the sets
// of full texts that are needed.
Result<Survivors> find_survivors(const CandidateSource& source, texts::ShingleSets& sets,
                                 size_t texts, const similarity::PageRule& rule, ThreadPool& pool,
                                 const texts::AdvanceFn& advance);

}  // namespace doppel::compare
