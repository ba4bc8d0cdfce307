// Room for a run that is not copied to its token as it stands. A tokenizer that is handed the same
// room for text after text allocates nothing once the room has grown. Belongs to one thread.
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
