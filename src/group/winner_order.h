// Pages in winner order (winner_rules.h): total, never a tie, because the place among the pages is
// the last rule.
//
// Cost: linear in the pages for most corpora; what is left is to sort pages that tie by everything
// before their URLs, by the bytes in which these differ. Thread safety: pure function.
#pragma once

#include <span>
#include <string>

#include "base/ids.h"
#include "base/table.h"
#include "base/thread_pool.h"
#include "group/winner_rules.h"

namespace doppel::group {

// The most preferred first. Page i is pages[i]. A pool makes it sooner.
Table<PageId> winner_order(std::span<const WinnerFacts> pages, TableMemory* memory = usual_memory(),
                           ThreadPool* pool = nullptr);

// The place of one page in that order as bytes, for callers that cannot sort all pages: of two
// pages, the one whose bytes are smaller is preferred. `number` is the page's place among the
// pages.
std::string rank_bytes(const WinnerFacts& page, PageId number);

}  // namespace doppel::group
