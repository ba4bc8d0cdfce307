// Ukkonen's band. A cell (i, j) of the usual table is at least |i - j|, so a distance of at most d
// is found inside the band |i - j| <= d. The band starts narrow and is doubled until the distance
// fits in it: the last try costs n (2d + 1) cells, all tries together at most twice that.
//
//          j ->
//      # # # . . .      only the cells marked # are computed (here d = 2);
//   i  # # # # . .      everything outside counts as "more than d"
//   |  # # # # # .
//   v  . # # # # #
//
// Equal beginnings and ends are cut off first: edits are usually few and local.
// Tested by edit_distance_test.cc against the full table.
#include "similarity/edit_distance.h"

#include <algorithm>
#include <vector>

namespace doppel::similarity {
namespace {

using Words = std::span<const uint64_t>;

void cut_equal_ends(Words& a, Words& b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) a = a.subspan(1), b = b.subspan(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a = a.first(a.size() - 1), b = b.first(b.size() - 1);
  }
}

// The distance if it is at most d, else anything above d. REQUIRES: a.size() <= b.size().
uint64_t within_band(Words a, Words b, uint64_t d) {
  const uint64_t beyond = d + 1;
  if (b.size() - a.size() > d) return beyond;
  std::vector<uint64_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = std::min<uint64_t>(j, beyond);
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t first = i > d ? i - d : 0, last = std::min(b.size(), i + d);
    uint64_t diagonal = first > 0 ? row[first - 1] : row[0];  // cell (i - 1, j - 1)
    if (first == 0) row[0] = i;
    if (first > 0) row[first - 1] = beyond;
    uint64_t best = first == 0 ? row[0] : beyond;
    for (size_t j = std::max<size_t>(first, 1); j <= last; ++j) {
      // Above the band's upper edge nothing was computed in the row before.
      uint64_t above = j == i + d ? beyond : row[j];
      uint64_t cell = std::min({diagonal + (a[i - 1] != b[j - 1]), above + 1, row[j - 1] + 1});
      diagonal = row[j];
      row[j] = cell;
      best = std::min(best, cell);
    }
    if (best > d) return beyond;
  }
  return row[b.size()];
}

}  // namespace

std::optional<uint64_t> edit_distance(Words left, Words right, uint64_t limit) {
  cut_equal_ends(left, right);
  if (left.size() > right.size()) std::swap(left, right);
  uint64_t longest = std::min<uint64_t>(limit, right.size());
  for (uint64_t d = 8;; d *= 2) {
    uint64_t band = std::min(d, longest);
    uint64_t distance = within_band(left, right, band);
    if (distance <= band) return distance;
    if (band == longest) return std::nullopt;
  }
}

}  // namespace doppel::similarity
