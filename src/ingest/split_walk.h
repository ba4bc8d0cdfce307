// Which splits of the inputs are part of the one walk from front to end?
//
// The splits of a packed archive begin at guessed places. A split counts when the one before it
// that counts has ended where it begins (archive/split_points.h has the argument); one that begins
// before that place is void: what it read is thrown away, because the split before has read it,
// rightly. Splits of other inputs always count.
//
// is_void() may be asked by any thread at any time: a split that is not void yet may become so
// until the one before it has ended. ended() is called by one thread at a time.
#pragma once

#include <atomic>
#include <memory>
#include <span>

#include "ingest/reader.h"

namespace doppel::ingest {

class SplitWalk {
 public:
  // The splits must outlive this.
  explicit SplitWalk(std::span<const Split> splits)
      : splits_(splits), void_(std::make_unique<std::atomic<bool>[]>(splits.size())) {}

  bool is_void(size_t split) const { return void_[split].load(std::memory_order_acquire); }

  // The reader of this split has ended here. REQUIRES: in the order of the splits, for each one
  // that is not void.
  void ended(size_t split, const Position& at) {
    if (!splits_[split].guessed_points) return;
    for (size_t i = split + 1; i < splits_.size(); ++i) {
      if (splits_[i].input != splits_[split].input || splits_[i].begin >= at.offset) return;
      void_[i].store(true, std::memory_order_release);
    }
  }

 private:
  std::span<const Split> splits_;
  std::unique_ptr<std::atomic<bool>[]> void_;
};

}  // namespace doppel::ingest
