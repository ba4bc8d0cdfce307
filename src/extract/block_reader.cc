// The parser of the HTML standard, reduced to what affects the text: which tags end a block, which
// elements have no text, and where svg and math begin and end. The position of a tag in the tree
// matters only for blocks, and the stack of open elements (element_stack.h) is enough for those.
// The text is the same with and without blocks, because it never depends on the stack.
//
// A page is read in two ways, and the pass (page_pass-inl.h) switches between them. Ordinary HTML
// is read the fast way: vector instructions find the ends of text and tags (fast_text_writer-inl.h,
// tag_scan-inl.h), and attributes are skipped unless somebody needs them. Everything else,
// including tags that are not written in the usual form, goes through the states of the tokenizer.
//
// Tested by block_reader_test.cc, block_reader_laws_test.cc (both ways give the same text), the
// tree suite (tests/conformance/html_suites.py) and, against gumbo, differential.html.
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
