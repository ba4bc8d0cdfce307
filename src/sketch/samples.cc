// Permuted hashes are uniform, so the m smallest of n lie below about m / n of the range: one pass
// keeps what is below a limit a little above that (four deviations), and only those are sorted.
// Repeats make the pass come out short; then the limit is doubled and the pass repeated, at worst
// until it takes everything.
//
// Tested by samples_test.cc, and by agreement_test.cc against exact Jaccard.
#include "sketch/samples.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace doppel::sketch {
namespace {

// The smallest `most` distinct values, ascending.
void shrink(std::vector<uint64_t>& values, size_t most) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > most) values.resize(most);
}

// Walks the union of two ascending sets until `most` elements are seen.
SampleCounts walk(std::span<const uint64_t> left, std::span<const uint64_t> right, uint64_t most) {
  SampleCounts out;
  size_t i = 0, j = 0;
  while (out.seen < most && (i < left.size() || j < right.size())) {
    const bool take_left = j == right.size() || (i < left.size() && left[i] <= right[j]);
    const bool take_right = i == left.size() || (j < right.size() && right[j] <= left[i]);
    i += take_left;
    j += take_right;
    out.common += take_left && take_right;
    ++out.seen;
  }
  return out;
}

}  // namespace

std::vector<uint64_t> bottom_sketch(std::span<const uint64_t> permuted, size_t m) {
  assert(m >= 1);
  constexpr double kRange = 18446744073709551616.0;  // 2^64
  const auto wanted = static_cast<double>(m);
  double share = (wanted + 4 * std::sqrt(wanted) + 4) / static_cast<double>(permuted.size() + 1);
  std::vector<uint64_t> kept;
  for (;; share *= 2) {
    const bool everything = share >= 1;
    const uint64_t limit = everything ? ~uint64_t{0} : static_cast<uint64_t>(share * kRange);
    kept.clear();
    for (uint64_t hash : permuted) {
      if (hash <= limit) kept.push_back(hash);
    }
    shrink(kept, m);
    if (kept.size() == m || everything) return kept;
  }
}

std::vector<uint64_t> mod_sketch(std::span<const uint64_t> permuted, uint64_t n) {
  assert(n >= 1);
  std::vector<uint64_t> kept;
  if (std::has_single_bit(n)) {
    for (uint64_t hash : permuted) {
      if ((hash & (n - 1)) == 0) kept.push_back(hash);
    }
  } else {
    for (uint64_t hash : permuted) {
      if (hash % n == 0) kept.push_back(hash);
    }
  }
  shrink(kept, kept.size());
  return kept;
}

SampleCounts compare_bottom(std::span<const uint64_t> left, std::span<const uint64_t> right,
                            size_t m) {
  const bool whole = left.size() < m && right.size() < m;
  SampleCounts out = walk(left, right, whole ? left.size() + right.size() : m);
  out.exact = whole;
  return out;
}

SampleCounts compare_mod(std::span<const uint64_t> left, std::span<const uint64_t> right,
                         uint64_t n) {
  SampleCounts out = walk(left, right, left.size() + right.size());
  out.exact = n == 1;
  return out;
}

}  // namespace doppel::sketch
