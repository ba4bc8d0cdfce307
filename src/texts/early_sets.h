// Sets of shingles that were made while their texts were at hand, for texts that will be asked for.
//
// Who reads a text once does not read it again for its set. What is here changes the time of a run,
// never an answer; a set that is not here is made by shingle_sets.h when it is needed.
//
// Memory: the sets and bitmaps, up to `keep_bytes`, and 16 bytes each. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/ids.h"
#include "similarity/overlap.h"
#include "similarity/page_rule.h"

namespace doppel::texts {

class EarlySets {
 public:
  explicit EarlySets(uint64_t keep_bytes) : keep_bytes_(keep_bytes) {}

  // A set of keyed shingles and its parity bitmap as one row of numbers.
  struct Row {
    std::span<const uint64_t> bitmap, set;
  };
  // Appends the row of a set.
  static void append_row(const similarity::ShingleSet& set, std::vector<uint64_t>& rows);

  // Keeps a copy of the row, if there is room.
  void add(TextId text, std::span<const uint64_t> row, View view = View::kMain);

  struct Entry {
    TextId text;
    View view;
    const uint64_t* row;
  };
  std::span<const Entry> entries() const { return entries_; }
  static Row read(const uint64_t* row);
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t keep_bytes_;
  uint64_t bytes_ = 0;
  Arena rows_{size_t{1} << 20};
  std::vector<Entry> entries_;
};

}  // namespace doppel::texts
