// Counts consecutive combining marks. Of more than kMostMarks in a row, only the first ones are
// part of a token (text rules 2).
//
// Without a limit a letter under n marks takes n^2 steps to normalise, because marks are sorted by
// insertion: 160,000 marks took 16 seconds. No language uses more than a handful; 30 is the
// limit that Unicode gives for streams (Stream-Safe Text Format, UAX #15). Tested by
// hostile_texts_test.cc, and by folding_test.cc, which bounds what normalisation has to sort.
#pragma once

#include <cstdint>

namespace doppel::characters {

// Text rules 2: never change.
inline constexpr uint32_t kMostMarks = 30;

class MarkRun {
 public:
  // Adds a mark: does it count? Dropped code points between marks must not be added: they neither
  // end a row nor lengthen it.
  bool add() {
    if (length_ == kMostMarks) return false;
    ++length_;
    return true;
  }
  // Ends the row: call for anything but a mark.
  void end() { length_ = 0; }

 private:
  uint32_t length_ = 0;
};

}  // namespace doppel::characters
