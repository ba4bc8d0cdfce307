// The filters of all results side by side, to compare each with those before it.
//
// Filters of one size lie in one matrix, a row a result, and a row is compared with all rows before
// it in one call. Filters of several power-of-two sizes have one matrix a size, in which the larger
// ones are folded: a pair is compared at the smaller of its two sizes.
//
//   size 1024   r0  r1' r2  r3'        r1 and r3 have 2048 bits: folded here,
//   size 2048       r1      r3         and compared with each other there
//
// Cost: at most twice the bytes of the filters; a comparison of 2048 bits some 10 ns. Immutable
// after make(); for_each_before() needs a buffer of its own for each thread.
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
  bool empty(size_t row) const { return own_bits(row) == 0; }
  bool full(size_t row) const { return own_bits(row) > own_level(row).counts->fullest(); }
  FilterOverlap overlap(size_t left, size_t right) const;

  // Calls visit(j, overlap of row and j) for every j < row, or only for those that share at least
  // half of the elements of the smaller set; in ascending order where all filters have one size.
  template <bool kOnlyHalves, typename Visit>
  void for_each_before(size_t row, std::vector<uint32_t>& buffer, Visit visit) const {
    for (size_t l = 0; l <= level_of_[row]; ++l) {
      const Level& level = levels_[l];
      const size_t before = level.place[row];
      buffer.resize(before);
      sketch::count_and_rows(level.bits_of(before),
                             std::span(level.words).first(before * level.row_words), buffer);
      const uint32_t own_bits = level.set_bits[before];
      const uint64_t own = level.elements[before];
      for (size_t p = 0; p < before; ++p) {
        if constexpr (kOnlyHalves) {
          const uint64_t in_union = level.counts->of(own_bits + level.set_bits[p] - buffer[p]);
          if (half_missing(own, level.elements[p], in_union)) continue;
        }
        const size_t j = level.rows[p];
        // A pair is compared at the smaller of its sizes.
        if (level_of_[j] != l && level_of_[row] != l) continue;
        visit(j, level.counts->overlap(own_bits, level.set_bits[p], buffer[p]));
      }
    }
  }

 private:
  // The filters of one size and, folded, the larger ones.
  struct Level {
    size_t row_words;
    std::shared_ptr<const ElementCounts> counts;
    std::vector<size_t> rows;        // who is here, ascending
    std::vector<size_t> place;       // of each row among them
    std::vector<uint64_t> words;     // of all, one after the other
    std::vector<uint32_t> set_bits;  // of each
    std::vector<uint64_t> elements;  // of each

    std::span<const uint64_t> bits_of(size_t at) const {
      return std::span(words).subspan(at * row_words, row_words);
    }
  };

  // 2 (left + right - in_union) < the smaller of left and right.
  static bool half_missing(uint64_t left, uint64_t right, uint64_t in_union) {
    return 2 * (left + right) < 2 * in_union + (left < right ? left : right);
  }

  const Level& own_level(size_t row) const { return levels_[level_of_[row]]; }
  uint32_t own_bits(size_t row) const { return own_level(row).set_bits[own_level(row).place[row]]; }
  void add_level(uint32_t bits, uint32_t hashes, std::span<const PageFilter* const> filters);

  std::vector<Level> levels_;      // by size, ascending
  std::vector<uint8_t> level_of_;  // at its own size
};

}  // namespace doppel::refine
