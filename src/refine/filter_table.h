// The filters of all results side by side, to compare each with those before it.
//
// Filters of one size lie in one matrix, a row a result, and a row is compared with all rows before
// it in one call. Filters of several power-of-two sizes have one matrix a size, in which the larger
// ones stand folded: a pair meets at the smaller of its two sizes.
//
//   size 1024   r0  r1' r2  r3'        r1 and r3 have 2048 bits: folded here,
//   size 2048   -   r1  -   r3         and compared with each other there
//
// Cost: bits/8 bytes a result and size at or below its own; a comparison of 2048 bits some 10 ns.
// Immutable after make(); for_each_before() needs a buffer of its own for each thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "doppel/refine.h"
#include "refine/element_counts.h"
#include "sketch/kernels.h"

namespace doppel::refine {

// kInvalidArgument names both when two filters of these rules cannot be compared.
Status comparable(const FilterRules& left, const FilterRules& right);

class FilterTable {
 public:
  // One row a filter; a null pointer is a row without bits. Errors as comparable().
  static Result<FilterTable> make(std::span<const PageFilter* const> filters);

  size_t size() const { return level_of_.size(); }
  // Has the row bits at all, and so few that it can be told from others?
  bool empty(size_t row) const { return own_level(row).set_bits[row] == 0; }
  bool full(size_t row) const {
    return own_level(row).set_bits[row] > own_level(row).counts->fullest();
  }
  // Elements of the row, at its own size.
  uint64_t elements(size_t row) const { return own_level(row).elements[row]; }
  FilterOverlap overlap(size_t left, size_t right) const;

  // Calls visit(j, overlap of row and j) for every j < row, or only for those that share at least
  // half of the elements of the smaller set; in ascending order where all filters have one size.
  template <bool kOnlyHalves, typename Visit>
  void for_each_before(size_t row, std::vector<uint32_t>& buffer, Visit visit) const {
    buffer.resize(row);
    for (size_t l = 0; l <= level_of_[row]; ++l) {
      const Level& level = levels_[l];
      sketch::count_and_rows(level.row(row), std::span(level.words).first(row * level.row_words),
                             buffer);
      const uint32_t own_bits = level.set_bits[row];
      const uint64_t own = level.elements[row];
      for (size_t j = 0; j < row; ++j) {
        if constexpr (kOnlyHalves) {
          const uint64_t in_union = level.counts->of(own_bits + level.set_bits[j] - buffer[j]);
          if (half_missing(own, level.elements[j], in_union)) continue;
        }
        // A pair meets at the smaller of its sizes.
        if (level_of_[j] != l && (level_of_[j] < l || level_of_[row] != l)) continue;
        visit(j, level.counts->overlap(own_bits, level.set_bits[j], buffer[j]));
      }
    }
  }

 private:
  // All rows at one size; rows of smaller filters are without bits.
  struct Level {
    size_t row_words;
    std::shared_ptr<const ElementCounts> counts;
    std::vector<uint64_t> words;
    std::vector<uint32_t> set_bits;  // of each row
    std::vector<uint64_t> elements;  // of each row

    std::span<const uint64_t> row(size_t i) const {
      return std::span(words).subspan(i * row_words, row_words);
    }
  };

  // 2 (left + right - in_union) < the smaller of left and right.
  static bool half_missing(uint64_t left, uint64_t right, uint64_t in_union) {
    return 2 * (left + right) < 2 * in_union + (left < right ? left : right);
  }

  const Level& own_level(size_t row) const { return levels_[level_of_[row]]; }
  void add_level(uint32_t bits, uint32_t hashes, std::span<const PageFilter* const> filters);

  std::vector<Level> levels_;      // by size, ascending
  std::vector<uint8_t> level_of_;  // at its own size
};

}  // namespace doppel::refine
