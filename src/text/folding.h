// Folding: NFKC and full case folding, repeated until nothing changes. The only door to Unicode
// data besides code_points.cc. Pure functions; cost some 300 ns a word (see code_points.h for the
// fast way).
#pragma once

#include <string>
#include <string_view>

namespace doppel::text {

// Appends the fold of a run to `out`.
void append_folded(std::u32string_view run, std::string& out);

struct SegmentFold {
  std::string utf8;
  // A normalisation boundary stands before the code point and before every form it takes while
  // folding.
  bool stays_a_segment = false;
};
SegmentFold fold_as_segment(char32_t c);

}  // namespace doppel::text
