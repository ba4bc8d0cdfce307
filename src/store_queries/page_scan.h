// All live pages of a store in a market, and what becomes of each: for exports, digests and checks.
//
// Pages come in the order of their key URLs. Rows that pages share are looked up once for some
// thousand pages at a time, so memory does not grow with the store. A removal that mode paper has
// taken on trust is verified; if it does not hold, the page counts as kept. Cost: a few rows for
// each page.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "group_state/answers.h"
#include "store_queries/queries.h"

namespace doppel::store_queries {

struct ScannedPage {
  std::string_view key;
  const group_state::PageRow& row;
  std::string_view url;                     // as fetched
  std::optional<group_state::Proof> proof;  // of a removed page; never one taken on trust
  // The page kept instead, as fetched, and its text.
  std::string kept_url = {};
  StoredTextId kept_text = {};
};

using PageFn = std::function<Status(const ScannedPage&)>;
// Stops at the first error of the callback.
Status for_each_live_page(const living_store::StoreView& view,
                          const living_store::LivingStore& store, group::MarketId market,
                          const PageFn& on_page);

// The same for the pages that are wanted, whatever their state; only a live one has a proof.
Status for_each_wanted_page(const living_store::StoreView& view,
                            const living_store::LivingStore& store, group::MarketId market,
                            const std::function<bool(const group_state::PageRow&)>& wanted,
                            const PageFn& on_page);

// All pages, whatever their state, without what becomes of them.
Status for_each_page(
    const living_store::StoreView& view,
    const std::function<Status(std::string_view key, const group_state::PageRow&)>& on_page);

}  // namespace doppel::store_queries
