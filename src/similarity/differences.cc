// Myers 1986. On the grid of both sequences, a step right deletes a word of the left, a step down
// inserts a word of the right, and a diagonal step, for equal words, is free. For d = 0, 1, 2, ...
// the furthest point that d paid steps can reach is computed for every diagonal; the first d that
// reaches the far corner is the length of the shortest list. The points reached with each d are
// kept, and the path is read backwards from the corner.
//
//          a  b  c           left "a b c", right "a x c": b deleted, x inserted, d = 2
//        o--.--.--.
//      a |\ .  .  .          diagonal k = column - row; point on it = its column
//      x |  .--o  .
//      c |  .  .\ o
//
// Tested by differences_test.cc: applying the list to the left gives the right, and its length is
// that of the full dynamic programming table.
#include "similarity/differences.h"

#include <algorithm>

namespace doppel::similarity {
namespace {

using Words = std::span<const uint64_t>;
using Column = int64_t;

// The furthest column on each diagonal -d .. d. Steps may leave the grid to the right and below;
// that is harmless, because a path never returns from there.
class Front {
 public:
  explicit Front(Column d) : d_(d), columns_(static_cast<size_t>(2 * d + 1)) {}
  Column& at(Column k) { return columns_[static_cast<size_t>(k + d_)]; }
  Column reached(Column k) const { return columns_[static_cast<size_t>(k + d_)]; }

 private:
  Column d_;
  std::vector<Column> columns_;
};

// Was the point on diagonal k reached by a step down, from diagonal k + 1? Otherwise it was reached
// by a step right, from k - 1.
bool came_down(const Front& before, Column k, Column d) {
  return k == -d || (k != d && before.reached(k - 1) < before.reached(k + 1));
}

Column start(const Front& before, Column k, Column d) {
  return came_down(before, k, d) ? before.reached(k + 1) : before.reached(k - 1) + 1;
}

// All fronts up to the one that reaches the corner; empty if more than `limit` are needed.
std::vector<Front> walk(Words left, Words right, size_t limit) {
  const auto columns = static_cast<Column>(left.size()), rows = static_cast<Column>(right.size());
  std::vector<Front> fronts;
  for (Column d = 0; d <= static_cast<Column>(limit); ++d) {
    Front front(d);
    for (Column k = -d; k <= d; k += 2) {
      Column x = d == 0 ? 0 : start(fronts.back(), k, d);
      Column y = x - k;
      while (x < columns && y < rows &&
             left[static_cast<size_t>(x)] == right[static_cast<size_t>(y)])
        ++x, ++y;
      front.at(k) = x;
      if (x >= columns && y >= rows) {
        fronts.push_back(std::move(front));
        return fronts;
      }
    }
    fronts.push_back(std::move(front));
  }
  return {};
}

void append(std::vector<Stretch>& runs, const Stretch& run) {
  if (run.left_begin == run.left_end && run.right_begin == run.right_end) return;
  if (!runs.empty() && runs.back().same == run.same) {
    runs.back().left_end = run.left_end;
    runs.back().right_end = run.right_end;
  } else {
    runs.push_back(run);
  }
}

// The path from the beginning to the corner, as runs. It is found backwards.
std::vector<Stretch> read_back(const std::vector<Front>& fronts, Words left, Words right) {
  std::vector<Stretch> backwards;
  auto x = static_cast<Column>(left.size()), y = static_cast<Column>(right.size());
  auto run = [&](bool same, Column from_x, Column from_y) {
    backwards.push_back({same, static_cast<size_t>(from_x), static_cast<size_t>(x),
                         static_cast<size_t>(from_y), static_cast<size_t>(y)});
    x = from_x, y = from_y;
  };
  for (auto d = static_cast<Column>(fronts.size()) - 1; d > 0; --d) {
    const Front& before = fronts[static_cast<size_t>(d - 1)];
    const Column k = x - y, from = start(before, k, d);
    run(true, from, from - k);
    if (came_down(before, k, d)) {
      run(false, x, y - 1);
    } else {
      run(false, x - 1, y);
    }
  }
  run(true, 0, 0);
  std::vector<Stretch> out;
  for (auto it = backwards.rbegin(); it != backwards.rend(); ++it) append(out, *it);
  return out;
}

}  // namespace

std::vector<Stretch> differences(Words left, Words right, size_t limit) {
  size_t head = 0, tail = 0;
  const size_t shorter = std::min(left.size(), right.size());
  while (head < shorter && left[head] == right[head]) ++head;
  while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail])
    ++tail;
  const Words l = left.subspan(head, left.size() - head - tail),
              r = right.subspan(head, right.size() - head - tail);
  std::vector<Stretch> out;
  append(out, {true, 0, head, 0, head});
  if (const auto fronts = walk(l, r, limit); fronts.empty()) {
    append(out, {false, head, head + l.size(), head, head + r.size()});
  } else {
    for (Stretch run : read_back(fronts, l, r)) {
      append(out, {run.same, run.left_begin + head, run.left_end + head, run.right_begin + head,
                   run.right_end + head});
    }
  }
  append(out, {true, left.size() - tail, left.size(), right.size() - tail, right.size()});
  return out;
}

}  // namespace doppel::similarity
