// A pair needs at least c0 = ceil(num (a + b) / (num + den)) common elements (similarity/sets.cc),
// so at most b - c0 elements of the right set may be missing from the left one. The walk over the
// right set counts misses and stops above that budget.
//
//   left    ... p q r s t u v w ...        i: the element expected next
//   right   ... p q r x y t u v ...        x and y are looked up and not found; t is found, and
//                     ^                    the run continues after it
//
// Both sets have distinct elements, so every hit is one common element, however it was found. So
// the counts are exact if the budget is not exceeded.
//
// Tested by overlap_test.cc: all pairs of subsets of a small universe in several orders, then
// random sets, against similarity/sets.h.
#include "similarity/overlap.h"

#include <algorithm>
#include <bit>

#include "similarity/mutants.h"

namespace doppel::similarity {

namespace {

constexpr size_t kStride = 8;  // elements compared at once

// The length of the common beginning, rounded down to whole strides.
size_t equal_strides(std::span<const uint64_t> left, std::span<const uint64_t> right) {
  const size_t most = std::min(left.size(), right.size());
  size_t out = 0;
  for (; out + kStride <= most; out += kStride) {
    uint64_t difference = 0;
    for (size_t i = 0; i < kStride; ++i) difference |= left[out + i] ^ right[out + i];
    if (difference != 0) break;
  }
  return out;
}

}  // namespace

void Overlap::clear_table(size_t elements) {
  size_t size = std::bit_ceil(4 * elements + 2);  // so that few slots are taken
  bits_ = std::countr_zero(size);
  slots_.assign(size, 0);
  has_table_ = true;
}

size_t Overlap::slot_of(uint64_t element) const {
  size_t slot = hash_.slot(element, bits_);
  while (slots_[slot] != 0 && left_[slots_[slot] - 1] != element) {
    if (mutant(Mutant::kCollisionsAreHits)) break;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

ShingleSet Overlap::collect(const Windows& windows) {
  const size_t count = windows.keyed.size();
  clear_table(count);
  own_.resize(count);
  own_fixed_.resize(count);
  left_ = own_;
  uint32_t distinct = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t slot = slot_of(windows.keyed[i]);
    if (slots_[slot] != 0) continue;
    own_[distinct] = windows.keyed[i];
    own_fixed_[distinct] = windows.fixed[i];
    slots_[slot] = ++distinct;
  }
  left_ = left_.first(distinct);
  return {left_, std::span(own_fixed_).first(distinct)};
}

void Overlap::set_left(std::span<const uint64_t> set) {
  left_ = set;
  has_table_ = false;
}

void Overlap::build_table() {
  clear_table(left_.size());
  for (uint32_t i = 0; i < left_.size(); ++i) {
    size_t slot = hash_.slot(left_[i], bits_);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = i + 1;
  }
}

std::optional<Similarity> Overlap::with(std::span<const uint64_t> right, Ratio threshold) {
  uint64_t a = left_.size(), b = right.size(), parts = uint64_t{threshold.num} + threshold.den;
  if (a == 0 || b == 0) return std::nullopt;
  uint64_t needed = (threshold.num * (a + b) + parts - 1) / parts;
  if (mutant(Mutant::kThresholdRoundedDown)) needed = threshold.num * (a + b) / parts;
  if (needed > a || needed > b) return std::nullopt;
  const uint64_t budget = b - needed;
  uint64_t misses = 0;
  size_t i = 0;
  for (size_t j = 0; j < b; ++j) {
    if (i < a && left_[i] == right[j]) {
      ++i;
      if (j % kStride == 0) {
        const size_t equal = equal_strides(left_.subspan(i), right.subspan(j + 1));
        i += equal;
        j += equal;
      }
      continue;
    }
    if (!has_table_) build_table();
    if (uint32_t found = slots_[slot_of(right[j])]) {
      i = found;  // one past the element, because slots hold the index plus one
    } else if (++misses > budget - (mutant(Mutant::kBudgetTooSmall) && budget > 0 ? 1 : 0)) {
      return std::nullopt;
    }
  }
  auto common = static_cast<uint32_t>(b - misses);
  return Similarity{common, static_cast<uint32_t>(a) - common, static_cast<uint32_t>(misses)};
}

}  // namespace doppel::similarity
