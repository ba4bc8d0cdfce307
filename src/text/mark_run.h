// How many marks stand in a row, and does one more count? Of more than kMostMarks in a row only the
// first ones are part of a token (text rules 2).
//
// Without a limit a letter under n marks takes n^2 steps to normalise, because marks are sorted by
// insertion: 160,000 marks took 16 seconds. No language piles up more than a handful; 30 is the
// limit that Unicode gives for streams (Stream-Safe Text Format, UAX #15), so a text in that form
// loses nothing. Tested by folding_test.cc, which bounds what normalisation has to sort.
#pragma once

#include <cstdint>

#include "text/code_points.h"

namespace doppel::text {

// Text rules 2: never change.
inline constexpr uint32_t kMostMarks = 30;

class MarkRun {
 public:
  // Is the next code point part of its token? REQUIRES: kind is not kDropped; dropped code points
  // neither end a row of marks nor lengthen it.
  bool counts(Kind kind) {
    length_ = kind == Kind::kMark ? length_ + (length_ <= kMostMarks) : 0;
    return length_ <= kMostMarks;
  }

 private:
  uint32_t length_ = 0;
};

}  // namespace doppel::text
