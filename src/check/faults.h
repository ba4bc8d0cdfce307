// What is wrong in an output folder, in words for people.
//
// Faults quote the folder, and its author may want to manipulate a terminal, so every fault is made
// printable first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/printable.h"

namespace doppel::checks {

class Faults {
 public:
  void add(std::string_view what) { found_.push_back(printable(what)); }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

}  // namespace doppel::checks
