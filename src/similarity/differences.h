// Where do two sequences of words differ? A shortest list of words to delete and to insert.
//
// Unlike in edit_distance.h, a substitution counts as a deletion and an insertion, because that is
// how it is shown. Cost: O((n + d) d) time and O(d^2) memory for d differing words. If more than
// `limit` words differ, all words between the common beginning and the common end are returned as
// one difference. Thread safety: pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace doppel::similarity {

// Words [left_begin, left_end) of the left correspond to words [right_begin, right_end) of the
// right. If `same`, they are equal; otherwise one of the two ranges may be empty. Stretches are
// adjacent and alternate: no two neighbours are both same or both different.
struct Stretch {
  bool same = false;
  size_t left_begin = 0, left_end = 0, right_begin = 0, right_end = 0;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

std::vector<Stretch> differences(std::span<const uint64_t> left, std::span<const uint64_t> right,
                                 size_t limit = 2000);

}  // namespace doppel::similarity
