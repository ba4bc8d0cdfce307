#include "main_content/containers.h"

#include <algorithm>
#include <bit>

// Finds the container of the main text without building a tree.
//
// Elements are in the order of their start tags, so an element always comes after the element
// around it. Therefore every question about the tree is a loop over an array:
//   from the last to the first   what an element holds: add each element to its parent;
//   from the first to the last   what is around it: take it over from the parent.
//
// Points follow the idea of Readability: a block of text gives points to the elements around it,
// most of them to the nearest. A block that is long enough, not a heading and not mostly links has
// 1 point, 1 more for each comma and 1 for each hundred characters (at most 3). The element that
// contains it gets all of these points, the next one a half, then a sixth, a ninth, a twelfth and a
// fifteenth. So a <div> with twenty paragraphs gets more than each paragraph and more than the
// <body>. Points are counted in 360ths, so all these fractions are whole numbers and the result is
// the same on every machine.
//
// The score of an element is its points, plus or minus up to 15 for its hints (which count in full
// only if there are 20 points of text), times the share of its characters that are not links. The
// element with the highest score is the best container. All others are compared with it: their
// score as a percentage of the best, and the distance to the common ancestor. Another menu or
// footer does not change the best container, so it does not change these numbers inside the
// content.
//
// Tested by containers_test.cc.

namespace doppel::main_content {
namespace {

using html::Element;
using html::Tag;

constexpr int64_t kPoint = 360;
constexpr int64_t kParts[] = {1, 2, 6, 9, 12, 15};
constexpr uint32_t kMinChars = 25;
constexpr int64_t kHintPoints = 15;
constexpr int64_t kFullHintPoints = 20;
constexpr html::TagSet kHeadings =
    bit(Tag::kH1) | bit(Tag::kH2) | bit(Tag::kH3) | bit(Tag::kH4) | bit(Tag::kH5) | bit(Tag::kH6);

HintSet own_hints(const html::PageBlocks& page, const Element& element) {
  if (element.attributes.size == 0) return 0;
  const html::NamingAttributes names = page.naming_attributes(element);
  return find_hints(names.classes) | find_hints(names.id) | find_hints(names.itemprop);
}

int64_t hint_points(HintSet hints, int64_t points) {
  const int sign = ((hints & kContentHints) != 0) - ((hints & kBoilerplateHints) != 0);
  return sign * kHintPoints * std::min(points, kFullHintPoints * kPoint) / kFullHintPoints;
}

// Multiplies by the share of characters that are not links. A page with a gigabyte of commas has
// 4e11 points, so characters are scaled to 20 bits; then no product exceeds 64 bits.
int64_t without_links(int64_t points, const Container& container) {
  const int shift = std::max(static_cast<int>(std::bit_width(container.chars)) - 20, 0);
  const uint32_t plain = container.chars - std::min(container.link_chars, container.chars);
  return points * (plain >> shift) / (container.chars >> shift);
}

}  // namespace

void Containers::measure(const html::PageBlocks& page, std::span<const TextCounts> counts) {
  containers_.assign(page.elements.size(), {});
  look_up(page);
  for (size_t i = 0; i < page.blocks.size(); ++i) {
    const html::Block& block = page.blocks[i];
    Container& holder = containers_[block.element];
    holder.words += counts[i].words;
    holder.chars += block.chars;
    holder.link_chars += block.link_chars;
    holder.blocks += 1;
    add_points(page.elements, block, counts[i]);
  }
  fold(page.elements);
  score(page.elements);
  look_from_best(page.elements);
  compare_with_best();
}

// What is around each element.
void Containers::look_up(const html::PageBlocks& page) {
  for (uint32_t i = 0; i < page.elements.size(); ++i) {
    const Element& element = page.elements[i];
    Container& own = containers_[i];
    own.tags = element.ancestors | bit(element.tag);
    if (i == 0) continue;  // the names of the body describe the page, not a part of it
    const Container& parent = containers_[element.parent];
    own.hints_own = own_hints(page, element);
    own.hints_all = own.hints_own | parent.hints_all;
    own.hints_near = own.hints_own | parent.hints_own |
                     containers_[page.elements[element.parent].parent].hints_own;
  }
}

void Containers::add_points(std::span<const Element> elements, const html::Block& block,
                            const TextCounts& counts) {
  if (block.chars < kMinChars || (bit(elements[block.element].tag) & kHeadings) != 0) return;
  if (10 * uint64_t{block.link_chars} >= 7 * uint64_t{block.chars}) return;
  const int64_t points = kPoint * (1 + counts.commas + std::min(block.chars / 100, 3u));
  uint32_t at = block.element;
  for (int64_t part : kParts) {
    containers_[at].points += points / part;
    if (at == 0) break;
    at = elements[at].parent;
  }
}

// What each element contains, including all descendants.
void Containers::fold(std::span<const Element> elements) {
  for (size_t i = elements.size(); i-- > 1;) {
    const Container& own = containers_[i];
    Container& parent = containers_[elements[i].parent];
    parent.words += own.words;
    parent.chars += own.chars;
    parent.link_chars += own.link_chars;
    parent.blocks += own.blocks;
  }
}

void Containers::score(std::span<const Element> elements) {
  best_ = 0;
  for (uint32_t i = 0; i < elements.size(); ++i) {
    Container& own = containers_[i];
    const uint32_t up = i == 0 ? 0 : elements[i].parent;
    own.with_25_words = own.words >= 25 ? i : containers_[up].with_25_words;
    own.with_100_words = own.words >= 100 ? i : containers_[up].with_100_words;
    if (own.chars == 0) continue;
    own.score = without_links(own.points + hint_points(own.hints_own, own.points), own);
    if (own.score > containers_[best_].score) best_ = i;
  }
}

void Containers::look_from_best(std::span<const Element> elements) {
  constexpr uint16_t kNotAround = 0xFFFF;
  for (Container& own : containers_) own.levels_to_best = kNotAround;
  uint16_t level = 0;
  for (uint32_t at = best_; !containers_.empty(); at = elements[at].parent) {
    containers_[at].levels_to_best = level;
    if (level < kNotAround - 1) ++level;
    if (at == 0) break;
  }
  for (uint32_t i = 1; i < elements.size(); ++i) {
    Container& own = containers_[i];
    if (own.levels_to_best != kNotAround) continue;
    const Container& parent = containers_[elements[i].parent];
    own.levels_to_best = parent.levels_to_best;
    own.levels_up = static_cast<uint16_t>(std::min(parent.levels_up + 1, kNotAround - 1));
  }
}

void Containers::compare_with_best() {
  const int64_t top = containers_.empty() ? 0 : containers_[best_].score;
  if (top <= 0) return;
  for (Container& own : containers_) {
    own.percent = static_cast<int8_t>(std::clamp<int64_t>(100 * own.score / top, -100, 100));
  }
}

}  // namespace doppel::main_content
