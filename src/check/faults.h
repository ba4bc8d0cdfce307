// What does not hold in an output folder, in words for people.
//
// The words quote the folder, and whoever wrote the folder may want to fool a terminal: bytes that
// are not UTF-8 become U+FFFD, control characters are written \xNN.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace doppel::checks {

std::string printable(std::string_view text);

class Faults {
 public:
  void add(std::string_view what) { found_.push_back(printable(what)); }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

}  // namespace doppel::checks
