// Folding: NFKC and full case folding, repeated until nothing changes. The only door to Unicode
// data besides code_points.cc. Pure functions; cost some 300 ns a word (see code_points.h for the
// fast way).
#pragma once

#include <string>
#include <string_view>

namespace doppel::text {

// Appends the fold of a run to `out`. ICU counts in 31 bits, so a long run is folded in pieces of
// about so many code points, which changes nothing of the answer. Throws std::bad_alloc when memory
// runs out, and std::length_error when more than 2^28 code points cannot be taken apart.
inline constexpr size_t kFoldPiece = size_t{1} << 20;
void append_folded(std::u32string_view run, std::string& out, size_t piece = kFoldPiece);

struct SegmentFold {
  std::string utf8;
  // A normalisation boundary stands before the code point and before every form it takes while
  // folding.
  bool stays_a_segment = false;
};
SegmentFold fold_as_segment(char32_t c);

}  // namespace doppel::text
