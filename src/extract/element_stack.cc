#include "extract/element_stack.h"

#include <algorithm>
#include <bit>

namespace doppel::extract {
namespace {

using html::Tag;
using html::TagSet;

constexpr TagSet set(std::initializer_list<Tag> tags) {
  TagSet out = 0;
  for (Tag tag : tags) out |= bit(tag);
  return out;
}

constexpr TagSet kCells = set({Tag::kTd, Tag::kTh, Tag::kCaption});
constexpr TagSet kSections = set({Tag::kTbody, Tag::kThead, Tag::kTfoot});
constexpr TagSet kTable = bit(Tag::kTable);
constexpr TagSet kTableParts = kTable | kCells | kSections | bit(Tag::kTr);
constexpr TagSet kHeadings = set({Tag::kH1, Tag::kH2, Tag::kH3, Tag::kH4, Tag::kH5, Tag::kH6});
// An end tag inside one of these does not close anything outside it.
constexpr TagSet kScope = kTable | kCells;
constexpr TagSet kLists = set({Tag::kUl, Tag::kOl, Tag::kMenu, Tag::kDir});

constexpr TagSet kEndsParagraph =
    set({Tag::kAddress, Tag::kArticle, Tag::kAside,     Tag::kBlockquote, Tag::kCenter,
         Tag::kDd,      Tag::kDetails, Tag::kDialog,    Tag::kDir,        Tag::kDiv,
         Tag::kDl,      Tag::kDt,      Tag::kFieldset,  Tag::kFigcaption, Tag::kFigure,
         Tag::kFooter,  Tag::kForm,    Tag::kHeader,    Tag::kHgroup,     Tag::kHr,
         Tag::kLi,      Tag::kListing, Tag::kMain,      Tag::kMenu,       Tag::kNav,
         Tag::kOl,      Tag::kP,       Tag::kPlaintext, Tag::kPre,        Tag::kSearch,
         Tag::kSection, Tag::kSummary, Tag::kTable,     Tag::kUl,         Tag::kXmp}) |
    kHeadings;

}  // namespace

void ElementStack::clear() {
  open_[0] = {};
  depth_ = 1;
  last_.fill(-1);
  kinds_ = 0;
  opened_ = 0;
  closed_count_ = 0;
}

uint32_t ElementStack::hash(std::string_view name) {
  uint32_t out = 0x811C9DC5;
  for (char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    out = (out ^ static_cast<unsigned char>(upper ? c | 0x20 : c)) * 0x01000193;
  }
  return out;
}

int32_t ElementStack::last_of(TagSet tags) const {
  int32_t out = -1;
  for (tags &= kinds_; tags != 0; tags &= tags - 1) {
    out = std::max(out, last_[static_cast<size_t>(std::countr_zero(tags))]);
  }
  return out;
}

void ElementStack::close_unless(TagSet tags, TagSet barrier) {
  const int32_t found = last_of(tags);
  if (found > last_of(barrier)) pop_to(static_cast<size_t>(found));
}

void ElementStack::pop_to(size_t depth) {
  while (depth_ > depth) {
    const Open& top = open_[--depth_];
    last_[static_cast<size_t>(top.tag)] = top.below;
    if (top.below < 0) kinds_ &= ~bit(top.tag);
    if (top.record != kNoRecord) closed_[closed_count_++] = top.record;
  }
}

void ElementStack::imply_ends(Tag tag) {
  if ((kinds_ & bit(Tag::kP)) != 0 && (kEndsParagraph & bit(tag)) != 0) {
    close_unless(bit(Tag::kP), kScope | bit(Tag::kButton));
  }
  switch (tag) {
    case Tag::kLi: return close_unless(bit(Tag::kLi), kLists | kScope);
    case Tag::kDt:
    case Tag::kDd: return close_unless(bit(Tag::kDt) | bit(Tag::kDd), bit(Tag::kDl) | kScope);
    case Tag::kOption:
      return close_unless(bit(Tag::kOption), bit(Tag::kOptgroup) | bit(Tag::kSelect) | kScope);
    case Tag::kOptgroup:
      close_unless(bit(Tag::kOptgroup), bit(Tag::kSelect) | kScope);
      return close_unless(bit(Tag::kOption), bit(Tag::kSelect) | kScope);
    case Tag::kTd:
    case Tag::kTh: return close_unless(kCells, kTable | bit(Tag::kTr));
    case Tag::kTr:
      close_unless(bit(Tag::kTr), kTable | kSections);
      return close_unless(kCells, kTable | kSections);
    case Tag::kTbody:
    case Tag::kThead:
    case Tag::kTfoot:
      close_unless(kSections, kTable);
      close_unless(bit(Tag::kTr), kTable);
      return close_unless(kCells, kTable);
    default: return;
  }
}

bool ElementStack::open(Tag tag, std::string_view name) {
  closed_count_ = 0;
  imply_ends(tag);
  if (tag == Tag::kHr || depth_ == kMaxDepth) return false;
  int32_t& innermost = last_[static_cast<size_t>(tag)];
  Open& opened = open_[depth_] = {};
  opened.tag = tag;
  if (tag == Tag::kCustom) opened.name_hash = hash(name);
  opened.serial = ++opened_;
  opened.below = innermost;
  innermost = static_cast<int32_t>(depth_++);
  kinds_ |= bit(tag);
  return true;
}

void ElementStack::close(Tag tag, std::string_view name) {
  closed_count_ = 0;
  if ((bit(tag) & kHeadings) != 0) return close_unless(kHeadings, kScope);
  if (tag == Tag::kTable) return close_unless(kTable, 0);
  if ((bit(tag) & kTableParts) != 0) return close_unless(bit(tag), kTable);
  if (tag != Tag::kCustom) return close_unless(bit(tag), kScope);
  constexpr int kMostSteps = 8;  // over elements in between that have other names
  const uint32_t wanted = hash(name);
  const int32_t barrier = last_of(kScope);
  int32_t at = last(Tag::kCustom);
  for (int step = 0; at > barrier && step < kMostSteps; ++step) {
    const Open& element = open_[static_cast<size_t>(at)];
    if (element.name_hash == wanted) return pop_to(static_cast<size_t>(at));
    at = element.below;
  }
}

}  // namespace doppel::extract
