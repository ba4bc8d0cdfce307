// Where does a text stand? Where its best page stands in winner order.
//
// Cost: sorting the pages. Thread safety: pure function.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "doppel/dedup.h"

namespace doppel::group {

struct TextOrder {
  std::vector<PageId> pages;      // all pages in winner order
  std::vector<TextId> by_rank;    // texts in winner order
  std::vector<uint32_t> rank_of;  // of each text
  std::vector<PageId> best;       // page of each text
};

// texts[i] is the text of page i. REQUIRES: every text below `text_count` has a page.
TextOrder text_order(std::span<const PageFacts> pages, std::span<const TextId> texts,
                     size_t text_count);

}  // namespace doppel::group
