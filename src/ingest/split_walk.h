// Decides which splits of the inputs count.
//
// The splits of a compressed archive begin at guessed offsets. A split counts if the last split
// before it that counts has ended where it begins (archive/split_points.h says why). A split that
// begins before that offset is void: its records are dropped, because the split before has read the
// same bytes, correctly. Splits of other inputs always count.
//
// Any thread may call is_void() at any time: a split may become void until the one before it has
// ended. One thread at a time may call ended().
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

  // Reports where the reader of this split has ended. REQUIRES: called in the order of the splits,
  // for each one that is not void.
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
