// The parser of the HTML standard, reduced to what changes a text: which tags end a block, which
// elements hold no text, when svg and math begin and end. Where a tag stands in the tree matters
// only to the blocks, and the stack of open elements (element_stack.h) is enough for that. The text
// with blocks and the text alone are the same, because nothing of the stack decides about text.
//
// Two ways through a page, and the pass (page_pass-inl.h) changes between them as it goes. Ordinary
// HTML takes the fast one: vectors find where text and tags end (fast_text_writer-inl.h,
// tag_scan-inl.h), and a tag's attributes are passed over unless somebody reads them. Everything
// else, and a tag that is not written in the usual way, takes the tokenizer's states.
//
// Tested by block_reader_test.cc, block_reader_laws_test.cc (both ways say the same), the tree
// suite (tests/conformance/html_suites.py) and, against gumbo, differential.html.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "extract/block_reader.cc"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "extract/block_reader.h"
#include "extract/page_pass-inl.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::extract {
namespace HWY_NAMESPACE {

void ReadPage(ReadBuffers& buffers, std::string_view page, ReadRequest request) {
  if (request.blocks) {
    PagePass<true>(buffers, page, request).run();
  } else {
    PagePass<false>(buffers, page, request).run();
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::extract
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace doppel::extract {

HWY_EXPORT(ReadPage);

html::PageBlocks BlockReader::read(std::string_view page, ReadRequest request) {
  page = page.substr(0, kMaxPageBytes);
  buffers_.text.begin(page.size());
  buffers_.stack.clear();
  buffers_.foreign.clear();
  buffers_.blocks.clear();
  buffers_.elements.clear();
  buffers_.metadata.clear();
  buffers_.strings.clear();
  HWY_DYNAMIC_DISPATCH(ReadPage)(buffers_, page, request);
  return {page, buffers_.text.text(), buffers_.blocks, buffers_.elements};
}

}  // namespace doppel::extract
#endif
