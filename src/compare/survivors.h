// Which candidates could be pairs? Those that sizes and parity bitmaps do not rule out.
//
// Both filters are lossless, so every pair among the candidates survives; of the others 19 in 20 do
// not. Work is shared out in blocks of texts; the result does not depend on the threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "compare/candidates.h"
#include "compare/shingle_sets.h"

namespace doppel::compare {

// For each text its surviving candidates that stand before it, ascending.
class Survivors {
 public:
  std::span<const Rank> of(Rank text) const {
    const Block& block = blocks_[text / kBlock];
    size_t i = text % kBlock;
    return std::span(block.ranks)
        .subspan(i == 0 ? 0 : block.ends[i - 1], block.ends[i] - (i == 0 ? 0 : block.ends[i - 1]));
  }
  size_t texts() const { return texts_; }
  uint64_t candidates() const;  // different ones that were looked at
  uint64_t count() const;       // that survived

 private:
  friend Result<Survivors> find_survivors(const CandidateSource&, const ShingleSets&, size_t, Ratio,
                                          ThreadPool&, const AdvanceFn&);
  static constexpr size_t kBlock = 512;
  struct Block {
    std::vector<uint32_t> ends;
    std::vector<Rank> ranks;
    uint64_t candidates = 0;
  };

  size_t texts_ = 0;
  std::vector<Block> blocks_;
};

// Could these two texts be a pair, by size and parity?
bool could_be_pair(const ShingleSets& sets, Rank a, Rank b, Ratio threshold);

// REQUIRES: every text that has company is made in `sets`.
Result<Survivors> find_survivors(const CandidateSource& source, const ShingleSets& sets,
                                 size_t texts, Ratio threshold, ThreadPool& pool,
                                 const AdvanceFn& advance);

}  // namespace doppel::compare
