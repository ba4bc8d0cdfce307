// Who is preferred? The winner order, total and never a tie.
//
// First comes the page with the higher score bucket floor(log2(1 + score)), so that "about the same
// popularity" can tie; a missing score comes last. Then: https; a URL without '?'; the shorter URL;
// URL bytes; the place among the pages. Time and chance play no part. Thread safety: pure
// functions.
#pragma once

#include <cstdint>
#include <span>

#include "base/ids.h"
#include "base/table.h"
#include "base/thread_pool.h"
#include "doppel/dedup.h"

namespace doppel::group {

// The binary exponent of 1 + score; -1 for a score that is missing, negative, infinite or not a
// number.
int score_bucket(double score);

// Pages in winner order: the most preferred first. Page i is pages[i]. A pool makes it sooner.
Table<PageId> winner_order(std::span<const PageFacts> pages, TableMemory* memory = usual_memory(),
                           ThreadPool* pool = nullptr);

}  // namespace doppel::group
