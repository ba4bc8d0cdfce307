// Which element contains the main text? This measures what each element of a page contains in
// total, and how much it looks like the container of the main text.
//
// Cost: linear in blocks and elements, a few dozen nanoseconds each. Memory is reused from page to
// page. Thread safety: one Containers belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "html/blocks.h"
#include "html/tags.h"
#include "main_content/hints.h"
#include "main_content/text_counts.h"

namespace doppel::main_content {

// There is one for each element, at the same index.
struct Container {
  // What the element contains, including all descendants.
  uint32_t words = 0;
  uint32_t chars = 0;
  uint32_t link_chars = 0;
  uint32_t blocks = 0;
  int64_t points = 0;  // for text directly in it and a few levels below, in 360ths
  int64_t score = 0;   // points after hints and links
  int8_t percent = 0;  // of the best score, between -100 and 100
  // What is around it, including itself.
  html::TagSet tags = 0;
  HintSet hints_own = 0;
  HintSet hints_near = 0;  // of itself and the two elements around it
  HintSet hints_all = 0;
  // The nearest element around it, or itself, that contains this many words; the root if none does.
  uint32_t with_25_words = 0;
  uint32_t with_100_words = 0;
  // If the element contains the best container, how many levels below it that is. Otherwise the
  // same for the nearest element around it that contains the best container, and how far up that
  // element is.
  uint16_t levels_to_best = 0;
  uint16_t levels_up = 0;
};

class Containers {
 public:
  // REQUIRES: counts[i] belongs to block i of the page.
  void measure(const html::PageBlocks& page, std::span<const TextCounts> counts);

  const Container& operator[](uint32_t element) const { return containers_[element]; }
  // The element with the highest score; if several have it, the first.
  uint32_t best() const { return best_; }

 private:
  void look_up(const html::PageBlocks& page);
  void add_points(std::span<const html::Element> elements, const html::Block& block,
                  const TextCounts& counts);
  void fold(std::span<const html::Element> elements);
  void score(std::span<const html::Element> elements);
  void look_from_best(std::span<const html::Element> elements);
  void compare_with_best();

  std::vector<Container> containers_;
  uint32_t best_ = 0;
};

}  // namespace doppel::main_content
