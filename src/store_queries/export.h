// The pages of a store as lines of JSON, for other programs and for dedup.
//
//   pages    {"url": ..., "text": ..., "main": ..., "title": ..., "score": ..., "canonical": ...,
//             "time": ..., "version": ...}   live pages; main and title where a page has two views
//   kept     {"url": ...}                    of a market
//   removed  {"url": ..., "kept": ..., "level": ..., "similarity": {...}}
//   recheck  {"url": ..., "verdict": ..., "kept": ..., "last_seen": ..., "unchanged_since": ...,
//             "due": ..., "age_seconds": ...}   pages that are due; "kept" of a removed one
//
// In the order of key URLs. `time` is when the page was first seen, in milliseconds since 1970, so
// that a run of dedup over the lines decides as the store does.
#pragma once

#include <functional>
#include <string_view>

#include "living_store/living_store.h"

namespace doppel::store_queries {

using LineFn = std::function<Status(std::string_view line)>;

Status export_pages(const living_store::LivingStore& store, const LineFn& write);
Status export_list(const living_store::LivingStore& store, Store::ExportList list,
                   std::string_view market, const LineFn& write);
Status export_recheck(const living_store::LivingStore& store, std::string_view market,
                      int64_t now_ms, const LineFn& write);

}  // namespace doppel::store_queries
