// Buffers for runs that have to be changed to become tokens. A tokenizer that uses the same buffers
// for text after text allocates nothing once they have grown. They belong to one thread.
#pragma once

#include <string>
#include <vector>

#include "characters/folding.h"

namespace doppel::text {

struct RunBuffers {
  std::vector<char> token;  // those in use come first
  std::u32string raw;
  std::string folded;
  characters::Folder folder;
};

}  // namespace doppel::text
