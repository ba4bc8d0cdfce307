// Pages in winner order (winner_rules.h). The order is total: the last rule is the page's number,
// so there are no ties.
//
// Cost: linear in the pages for most corpora. Only pages that tie by all rules before the URL are
// sorted, by the bytes in which their URLs differ. Thread safety: pure function.
#pragma once

#include <span>
#include <string>

#include "base/ids.h"
#include "base/table.h"
#include "base/thread_pool.h"
#include "group/winner_rules.h"

namespace doppel::group {

// The most preferred page comes first. Page i is pages[i]. With a pool, several threads sort.
Table<PageId> winner_order(std::span<const WinnerFacts> pages, TableMemory* memory = usual_memory(),
                           ThreadPool* pool = nullptr);

// The rank of one page in that order as bytes, for callers that cannot sort all pages: of two
// pages, the one with the smaller bytes is preferred. `number` is the number of the page.
std::string rank_bytes(const WinnerFacts& page, PageId number);

}  // namespace doppel::group
