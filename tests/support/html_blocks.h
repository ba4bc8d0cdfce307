// The blocks of a page written in HTML, for tests of what is computed from blocks.
#pragma once

#include <string_view>

#include "extract/block_reader.h"
#include "html/blocks.h"

namespace doppel::support {

class HtmlBlocks {
 public:
  // Views are valid until the next page. REQUIRES: valid UTF-8 that outlives the answer.
  html::PageBlocks read(std::string_view page) { return reader_.read(page, {.blocks = true}); }

 private:
  extract::BlockReader reader_;
};

}  // namespace doppel::support
