// Any bytes as a page in UTF-8, on a buffer of exactly their size.
// The text is the same with and without blocks; blocks are its lines, collapsed, in elements that
// hold them; parents stand before children.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "extract/block_reader.h"

namespace {

using namespace doppel::html;
using doppel::extract::BlockReader;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_line(std::string_view line) {
  require(!line.empty() && line.front() != ' ' && line.back() != ' ');
  require(line.find('\n') == line.npos && line.find("  ") == line.npos);
  require(line.find('\0') == line.npos);
}

void check_blocks(const PageBlocks& page) {
  size_t at = 0;
  for (size_t i = 0; i < page.blocks.size(); ++i) {
    const Block& block = page.blocks[i];
    require(block.begin == at && block.element < page.elements.size());
    at = block.begin + block.size + 1;
    check_line(page.text_of(block));
    require(block.link_chars <= block.chars && block.chars <= block.size && block.words > 0);
    const Element& element = page.elements[block.element];
    require(element.first_block <= i && i < element.end_block);
  }
  require(at == (page.text.empty() ? 0 : page.text.size() + 1));
}

void check_elements(const PageBlocks& page) {
  require(!page.elements.empty());
  for (size_t i = 1; i < page.elements.size(); ++i) {
    const Element& element = page.elements[i];
    require(element.parent < i && element.first_block < element.end_block);
    const Element& parent = page.elements[element.parent];
    require(parent.first_block <= element.first_block && element.end_block <= parent.end_block);
    const Slice tag = element.attributes;
    require(size_t{tag.begin} + tag.size <= page.page.size());
    require(tag.size == 0 || page.page[tag.begin + tag.size - 1] == '>');
    page.naming_attributes(element);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static BlockReader reader;
  auto exact = std::make_unique<char[]>(size);
  if (size > 0) std::memcpy(exact.get(), data, size);
  const std::string_view page(exact.get(), size);
  const std::string text(reader.read(page, {}).text);
  const PageBlocks blocks = reader.read(page, {.blocks = true, .links = true});
  require(blocks.text == text);
  check_blocks(blocks);
  check_elements(blocks);
  return 0;
}
