// Shingle sets that are made while the inputs are read, for texts that will probably be compared.
//
// The text is in memory at that moment, so it does not have to be read a second time for its set.
// These sets affect how long a run takes, never its answers: a set that is missing here is made by
// shingle_sets.h when it is needed.
//
// Memory: the sets and bitmaps, up to `keep_bytes`, and 16 bytes for each. Not thread-safe.
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

  // A set of keyed shingles and its parity bitmap, stored as one row of numbers.
  struct Row {
    std::span<const uint64_t> bitmap, set;
  };
  // Appends the row of this set to `rows`.
  static void append_row(const similarity::ShingleSet& set, std::vector<uint64_t>& rows);

  // Keeps a copy of the row, unless that would exceed `keep_bytes`.
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
