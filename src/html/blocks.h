// A page as a sequence of text blocks, and the elements that contain them: the main content is
// chosen from these.
//
//   <div class=story><p>One <a href=x>two</a></p>three</div>
//
//   elements   0 body   1 div .story, parent 0   2 p, parent 1
//   blocks     "One two" in 2, 7 chars, 3 of them linked     "three" in 1
//
// A block is the text between two block-level tags. <hr> and two consecutive <br> also end a block;
// inline tags do not. Blocks are in the order of the page; block i is line i of the text. An
// element is listed only if it contains a block, directly or deeper. It comes after its parent, so
// one pass from the last to the first can add every element to its parent.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "html/attributes.h"
#include "html/tags.h"

namespace doppel::html {

struct Block {
  uint32_t begin = 0, size = 0;  // in the text
  uint32_t element = 0;          // the innermost block-level element
  uint32_t words = 0;            // runs without a space
  uint32_t chars = 0;            // code points, spaces included
  uint32_t link_chars = 0;       // those inside <a>
  uint32_t links = 0;            // pieces inside <a>
};

// A piece of the page.
struct Slice {
  uint32_t begin = 0, size = 0;
};

struct Element {
  uint32_t parent = 0;       // index of the record; the body, 0, is its own
  uint32_t first_block = 0;  // blocks [first_block, end_block) lie in it or deeper
  uint32_t end_block = 0;
  uint16_t depth = 0;  // block-level elements around it
  Tag tag = Tag::kBody;
  TagSet ancestors = 0;  // their tags
  Slice attributes;      // the start tag from the end of its name; empty when there are none
};

// Views are valid until the reader's next page.
struct PageBlocks {
  std::string_view page;              // UTF-8
  std::string_view text;              // all blocks, a line feed between two
  std::span<const Block> blocks;      // empty unless asked for
  std::span<const Element> elements;  // at least the body; empty unless asked for

  std::string_view text_of(const Block& block) const {
    return text.substr(block.begin, block.size);
  }
  NamingAttributes naming_attributes(const Element& element) const {
    return read_naming_attributes(page.substr(element.attributes.begin, element.attributes.size));
  }
};

}  // namespace doppel::html
