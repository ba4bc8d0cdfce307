// The early stop. With a = |A|, b = |B| and c = |A and B|,
//
//   J = c / (a + b - c) >= num / den   <=>   c (num + den) >= num (a + b)
//
// so a pair needs at least c0 = ceil(num (a + b) / (num + den)) common elements. At most a - c0
// elements of A and b - c0 elements of B may have no partner; with one more, the answer is no. If
// neither budget is exceeded, then c >= c0: the answer is yes, with all three counts.
//
// Tested by sets_test.cc: all pairs of subsets of a small universe, then random sets.
#include "similarity/sets.h"

namespace doppel::similarity {
namespace {

// Walks both sets; gives up once more than `left_budget` or `right_budget` elements have no
// partner.
std::optional<Similarity> walk(Set left, Set right, uint64_t left_budget, uint64_t right_budget) {
  Similarity out;
  size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    uint64_t l = left[i], r = right[j];
    out.common += l == r;
    out.left_only += l < r;
    out.right_only += r < l;
    i += l <= r;
    j += r <= l;
    if (out.left_only > left_budget || out.right_only > right_budget) return std::nullopt;
  }
  out.left_only += static_cast<uint32_t>(left.size() - i);
  out.right_only += static_cast<uint32_t>(right.size() - j);
  if (out.left_only > left_budget || out.right_only > right_budget) return std::nullopt;
  return out;
}

}  // namespace

Similarity similarity(Set left, Set right) { return *walk(left, right, left.size(), right.size()); }

std::optional<Similarity> similarity_at_least(Set left, Set right, Ratio threshold) {
  uint64_t a = left.size(), b = right.size(), parts = uint64_t{threshold.num} + threshold.den;
  if (a == 0 || b == 0) return std::nullopt;
  uint64_t needed = (threshold.num * (a + b) + parts - 1) / parts;
  if (needed > a || needed > b) return std::nullopt;
  return walk(left, right, a - needed, b - needed);
}

Comparison compare_windows(std::span<const uint64_t> left, std::span<const uint64_t> right) {
  Comparison out;
  auto count = [](std::span<const uint64_t> windows, size_t& at) {
    uint64_t value = windows[at], n = 0;
    for (; at < windows.size() && windows[at] == value; ++at) ++n;
    return n;
  };
  size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    bool take_left = j == right.size() || (i < left.size() && left[i] <= right[j]);
    bool take_right = i == left.size() || (j < right.size() && right[j] <= left[i]);
    uint64_t l = take_left ? count(left, i) : 0;
    uint64_t r = take_right ? count(right, j) : 0;
    out.dot += l * r;
    out.left_square += l * l;
    out.right_square += r * r;
    out.similarity.common += take_left && take_right;
    out.similarity.left_only += take_left && !take_right;
    out.similarity.right_only += take_right && !take_left;
  }
  return out;
}

}  // namespace doppel::similarity
