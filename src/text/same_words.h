// Do two texts have the same words? Texts without words are the same if their bytes are.
//
// Keeps its buffers from call to call: one per thread. Cost: linear.
#pragma once

#include <string_view>

#include "text/tokenizer.h"

namespace doppel::text {

class SameWords {
 public:
  explicit SameWords(bool mask_numbers) : mask_numbers_(mask_numbers) {}

  bool operator()(std::string_view left, std::string_view right) {
    if (left == right) return true;
    tokenize(left, mask_numbers_, left_);
    tokenize(right, mask_numbers_, right_);
    return !left_.empty() && left_ == right_;
  }

 private:
  bool mask_numbers_;
  Tokens left_, right_;
};

}  // namespace doppel::text
