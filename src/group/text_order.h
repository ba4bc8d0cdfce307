// The winner order of texts: a text has the position of its best page.
//
// Cost: sorting the pages. Thread safety: pure function.
#pragma once

#include <cstdint>
#include <span>

#include "base/ids.h"
#include "base/table.h"
#include "base/thread_pool.h"
#include "group/winner_rules.h"

namespace doppel::group {

struct TextOrder {
  explicit TextOrder(TableMemory* memory = usual_memory())
      : pages(memory), by_rank(memory), rank_of(memory), best(memory) {}

  Table<PageId> pages;      // all pages in winner order
  Table<TextId> by_rank;    // texts in winner order
  Table<uint32_t> rank_of;  // of each text
  Table<PageId> best;       // page of each text
};

// texts[i] is the text of page i. With a pool, several threads work on it. REQUIRES: every text
// below `text_count` has a page.
TextOrder text_order(std::span<const WinnerFacts> pages, std::span<const TextId> texts,
                     size_t text_count, TableMemory* memory = usual_memory(),
                     ThreadPool* pool = nullptr);

}  // namespace doppel::group
