// Diagonals (Ukkonen 1985, Myers 1986). Cell (i, j) of the usual table stands for the first i words
// of the left and the first j words of the right; its diagonal is j - i. For each number of edits
// e, the furthest cell that e edits can reach on each diagonal follows from three cells that e - 1
// edits reach: take the furthest after one more edit, then skip equal words, which are free:
//
//   from diagonal k       substitution:   one row down, the same diagonal
//   from diagonal k + 1   deletion:       one row down
//   from diagonal k - 1   insertion:      the same row
//
// The distance is the first e that reaches the last cell. A diagonal only moves forward, so d edits
// cost d^2 steps plus the equal words that are skipped: about n if the texts are similar, and never
// more than n for each of 2d + 1 diagonals. (Computing a band of the table always costs n for each
// diagonal: two texts of a million words with a thousand edits took ten seconds.)
//
// Common beginnings and ends are removed first, because edits are usually few and local.
// Tested by edit_distance_test.cc against the full table; the test counts steps, too.
#include "similarity/edit_distance.h"

#include <algorithm>
#include <vector>

namespace doppel::similarity {
namespace {

using Words = std::span<const uint64_t>;
using Row = int64_t;

constexpr Row kNowhere = -1;

void cut_equal_ends(Words& a, Words& b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) a = a.subspan(1), b = b.subspan(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a = a.first(a.size() - 1), b = b.first(b.size() - 1);
  }
}

// The number of equal words from these positions on.
Row equal_words(Words a, Words b, Row i, Row j) {
  const Row most = std::min(static_cast<Row>(a.size()) - i, static_cast<Row>(b.size()) - j);
  const uint64_t *left = a.data() + i, *right = b.data() + j;
  Row out = 0;
  while (out < most && left[out] == right[out]) ++out;
  return out;
}

// The furthest row that a number of edits reaches, for each diagonal -most .. most.
class Front {
 public:
  explicit Front(Row most) : most_(most), rows_(static_cast<size_t>(2 * most + 3), kNowhere) {}
  Row& at(Row diagonal) { return rows_[static_cast<size_t>(diagonal + most_ + 1)]; }

 private:
  Row most_;
  std::vector<Row> rows_;  // with one more diagonal on each side, which is never reached
};

}  // namespace

EditDistance count_edits(Words left, Words right, uint64_t limit) {
  cut_equal_ends(left, right);
  const auto rows = static_cast<Row>(left.size()), columns = static_cast<Row>(right.size());
  const auto most = static_cast<Row>(std::min<uint64_t>(limit, std::max(rows, columns)));
  EditDistance out;
  if (std::max(rows, columns) - std::min(rows, columns) > most) return out;
  Front before(most), now(most);
  for (Row edits = 0; edits <= most; ++edits) {
    // From diagonals outside these, the last cell is too far away.
    const Row first = std::max(-edits, -rows), last = std::min(edits, columns);
    for (Row k = first; k <= last; ++k) {
      Row i = std::max({before.at(k) + 1, before.at(k + 1) + 1, before.at(k - 1)});
      if (edits == 0) i = 0;
      i = std::min({i, rows, columns - k});
      const Row passed = equal_words(left, right, i, i + k);
      now.at(k) = i + passed;
      out.steps += 1 + static_cast<uint64_t>(passed);
    }
    if (columns - rows >= first && columns - rows <= last && now.at(columns - rows) == rows) {
      out.distance = static_cast<uint64_t>(edits);
      return out;
    }
    std::swap(before, now);
  }
  return out;
}

std::optional<uint64_t> edit_distance(Words left, Words right, uint64_t limit) {
  return count_edits(left, right, limit).distance;
}

}  // namespace doppel::similarity
