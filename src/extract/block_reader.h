// Reads a page into text, blocks, elements and metadata: one pass, no tree.
//
// The text is everything between tags except the content of script, style, template, noscript,
// iframe, noembed, noframes and svg. The title is metadata, not text. docs/design/extract.md gives
// the reason for each. `hidden`, aria-hidden and style sheets are ignored: what a script shows
// later is content, too.
//
// Cost: linear on every input; buffers are kept, so pages after the first allocate nothing. Not
// thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "base/arena.h"
#include "extract/element_stack.h"
#include "extract/foreign_content.h"
#include "extract/page_metadata.h"
#include "extract/text_writer.h"
#include "html/blocks.h"

namespace doppel::extract {

struct ReadRequest {
  bool blocks = false;  // blocks and elements, beside the text
  bool links = false;   // href of every <a>
};

// Buffers that are kept from page to page.
struct ReadBuffers {
  TextWriter text;
  ElementStack stack;
  ForeignContent foreign;
  std::vector<html::Block> blocks;
  std::vector<html::Element> elements;
  PageMetadata metadata;
  Arena strings;
};

class BlockReader {
 public:
  // Longer pages are cut off here, because offsets are 32 bits wide.
  static constexpr size_t kMaxPageBytes = ~uint32_t{0} / 4;

  // REQUIRES: valid UTF-8 that stays where it is as long as the answer is used.
  html::PageBlocks read(std::string_view page, ReadRequest request);
  // The metadata of the last page.
  const PageMetadata& metadata() const { return buffers_.metadata; }

 private:
  ReadBuffers buffers_;
};

}  // namespace doppel::extract
