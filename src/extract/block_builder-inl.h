// Builds blocks, and records of the elements around them, while a pass reports lines, tags and
// links.
//
// An element gets its record when the first block inside it ends. So pages full of empty elements
// cost no memory, and records are in the order of their first words. The attributes of an element
// are not read before that.
#if defined(DOPPEL_EXTRACT_BLOCK_BUILDER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DOPPEL_EXTRACT_BLOCK_BUILDER_INL_H_
#undef DOPPEL_EXTRACT_BLOCK_BUILDER_INL_H_
#else
#define DOPPEL_EXTRACT_BLOCK_BUILDER_INL_H_
#endif

#include <algorithm>

#include "extract/block_reader.h"
#include "html/wide_bytes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::extract {
namespace HWY_NAMESPACE {
using namespace html::HWY_NAMESPACE;  // wide_bytes-inl.h

struct TextSize {
  uint32_t chars = 0, spaces = 0;
};

// REQUIRES: kWideBytes readable after the text.
HWY_INLINE TextSize CountChars(std::string_view utf8) {
  TextSize out;
  for (size_t at = 0; at < utf8.size(); at += kWideBytes) {
    uint64_t continued = 0, spaces = 0;
    for (size_t i = 0; i < kWideBytes; i += hn::Lanes(Bytes())) {
      const auto bytes = LoadBytes(utf8.data() + at + i);
      const auto top = hn::And(bytes, hn::Set(Bytes(), 0xC0));
      continued |= Bits(Equal(top, '\x80')) << i;
      spaces |= Bits(Equal(bytes, ' ')) << i;
    }
    const size_t left = utf8.size() - at;
    const uint64_t valid = left < kWideBytes ? LowBits(static_cast<int>(left)) : kAllBits;
    out.chars += static_cast<uint32_t>(std::popcount(~continued & valid));
    out.spaces += static_cast<uint32_t>(std::popcount(spaces & valid));
  }
  return out;
}

class BlockBuilder {
 public:
  BlockBuilder(ReadBuffers& buffers, std::string_view page)
      : text_(buffers.text),
        stack_(buffers.stack),
        blocks_(buffers.blocks),
        elements_(buffers.elements),
        page_(page) {}

  void begin() {
    elements_.push_back({});
    stack_.top().record = 0;
  }

  // A block-level start tag that ends before `end`.
  HWY_INLINE void open(html::Tag tag, std::string_view name, const char* end) {
    const bool opened = stack_.open(tag, name);
    end_elements();
    if (in_link_) leave_link();
    const char* attributes = name.data() + name.size();
    if (!opened || end - attributes == 1) return;
    stack_.top().attributes = {static_cast<uint32_t>(attributes - page_.data()),
                               static_cast<uint32_t>(end - attributes)};
  }

  HWY_INLINE void close(html::Tag tag, std::string_view name) {
    stack_.close(tag, name);
    end_elements();
    if (in_link_) leave_link();
  }

  void begin_link() {
    end_link();
    in_link_ = true;
    link_depth_ = stack_.depth();
    link_serial_ = stack_.top().serial;
    link_from_ = text_.line().size();
  }

  void end_link() {
    if (!in_link_) return;
    pause_link();
    in_link_ = false;
  }

  // Ends the line of text, which becomes a block unless it consists of spaces only.
  void end_line() {
    if (in_link_) pause_link();
    if (text_.end_line()) {
      add_block();
    }
    link_chars_ = links_in_block_ = 0;
    link_from_ = 0;
  }

  // Call at the end of the page.
  void finish() {
    const size_t counted = blocks_.size() < kLag ? 0 : blocks_.size() - kLag;
    for (size_t i = counted; i < blocks_.size(); ++i) count(blocks_[i]);
    for (const ElementStack::Open& open : stack_.elements()) {
      if (open.record != ElementStack::kNoRecord) end_element(open.record);
    }
  }

 private:
  // The text of a block is counted this many blocks later. Its last bytes were only just stored,
  // and a wide load of bytes whose store is still under way makes the processor wait.
  static constexpr size_t kLag = 32;

  // Every block since its record was made is inside the element.
  void end_element(uint32_t record) {
    elements_[record].end_block = static_cast<uint32_t>(blocks_.size());
  }
  HWY_INLINE void end_elements() {
    for (const uint32_t record : stack_.closed()) end_element(record);
  }

  void add_block() {
    if (blocks_.size() >= kLag) count(blocks_[blocks_.size() - kLag]);
    const uint32_t element = record();
    html::Block& block = blocks_.emplace_back();
    block.begin = static_cast<uint32_t>(text_.line_begin());
    block.size = static_cast<uint32_t>(text_.line_end()) - block.begin;
    block.element = element;
    block.link_chars = link_chars_;
    block.links = links_in_block_;
  }

  HWY_INLINE void count(html::Block& block) {
    const TextSize size = CountChars({text_.text().data() + block.begin, block.size});
    block.words = size.spaces + 1;
    block.chars = size.chars;
    block.link_chars = std::min(block.link_chars, block.chars);
  }

  // Returns the record of the innermost open element. If there is none yet, it is made now, after
  // those of its parents.
  uint32_t record() {
    const std::span<ElementStack::Open> open = stack_.elements();
    if (open.back().record != ElementStack::kNoRecord) return open.back().record;
    size_t from = open.size();
    while (open[from - 1].record == ElementStack::kNoRecord) --from;
    for (size_t i = from; i < open.size(); ++i) {
      open[i].record = static_cast<uint32_t>(elements_.size());
      html::Element& element = elements_.emplace_back();
      element.parent = open[i - 1].record;
      element.first_block = static_cast<uint32_t>(blocks_.size());
      element.tag = open[i].tag;
      element.depth = static_cast<uint16_t>(i);
      const html::Element& parent = elements_[element.parent];
      element.ancestors = parent.ancestors | bit(parent.tag);
      element.attributes = open[i].attributes;
    }
    return open.back().record;
  }

  // A link ends at the latest with the element in which it began.
  void leave_link() { in_link_ = stack_.is_open(link_depth_, link_serial_); }

  // Adds the linked text of this line so far to the counts.
  void pause_link() {
    const uint32_t chars = CountChars(text_.line().substr(link_from_)).chars;
    link_chars_ += chars;
    links_in_block_ += chars > 0;
  }

  TextWriter& text_;
  ElementStack& stack_;
  std::vector<html::Block>& blocks_;
  std::vector<html::Element>& elements_;
  std::string_view page_;
  bool in_link_ = false;
  size_t link_depth_ = 0, link_from_ = 0;
  uint64_t link_serial_ = 0;
  uint32_t link_chars_ = 0, links_in_block_ = 0;  // of the current line
};

}  // namespace HWY_NAMESPACE
}  // namespace doppel::extract
HWY_AFTER_NAMESPACE();

#endif
