// Which elements are open? A stack of the block-level elements, instead of a tree.
//
// Inline elements are not on it: they do not matter for the position of a block, and they are the
// ones that authors nest wrongly. Missing end tags are implied where HTML allows to leave them out
// (p, li, dt, dd, option, tr, td and so on). An end tag closes everything up to its start tag,
// unless there is a table cell or a table in between.
//
// Cost: constant for each tag, because every open element knows the next one with the same tag. The
// depth is limited as in browsers; elements below that are ignored. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "html/blocks.h"
#include "html/tags.h"

namespace doppel::extract {

class ElementStack {
 public:
  static constexpr size_t kMaxDepth = 1024;
  static constexpr uint32_t kNoRecord = ~uint32_t{0};

  struct Open {
    html::Tag tag = html::Tag::kBody;
    uint32_t name_hash = 0;
    uint64_t serial = 0;          // unique in the page
    int32_t below = -1;           // the next open element with the same tag
    uint32_t record = kNoRecord;  // set by the owner
    html::Slice attributes;       // set by the owner
  };

  ElementStack() { clear(); }

  // Starts with one open element, the body.
  void clear();
  // Closes the elements whose end tags are implied by this start tag, then opens the element.
  // Returns false if it is not opened: it has no content (hr), or the depth is reached.
  bool open(html::Tag tag, std::string_view name);
  void close(html::Tag tag, std::string_view name);

  // Records of the elements that the last open() or close() closed.
  std::span<const uint32_t> closed() const { return {closed_.data(), closed_count_}; }

  Open& top() { return open_[depth_ - 1]; }
  std::span<Open> elements() { return {open_.data(), depth_}; }
  size_t depth() const { return depth_; }
  // Is the element that was on top at that depth still open?
  bool is_open(size_t depth, uint64_t serial) const {
    return depth <= depth_ && open_[depth - 1].serial == serial;
  }

 private:
  static uint32_t hash(std::string_view name);
  int32_t last(html::Tag tag) const { return last_[static_cast<size_t>(tag)]; }
  int32_t last_of(html::TagSet tags) const;
  // Closes the innermost element of `tags` and everything inside it, unless an element of `barrier`
  // is open inside it.
  void close_unless(html::TagSet tags, html::TagSet barrier);
  void pop_to(size_t depth);
  void imply_ends(html::Tag tag);

  std::array<Open, kMaxDepth> open_;
  std::array<uint32_t, kMaxDepth> closed_;
  size_t depth_ = 0, closed_count_ = 0;
  uint64_t opened_ = 0;
  html::TagSet kinds_ = 0;  // of the open elements above the body
  std::array<int32_t, static_cast<size_t>(html::Tag::kBlockTags)> last_{};  // innermost, by tag; -1
};

}  // namespace doppel::extract
