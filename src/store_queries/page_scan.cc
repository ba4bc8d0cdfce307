// Tested by store_test.cc, with fewer pages at a time than a store has.
#include "store_queries/page_scan.h"

#include "store_queries/stored_pairs.h"

namespace doppel::store_queries {
namespace {

using group_state::PageRow, group_state::StateView;

constexpr size_t kPagesPerView = 4096;

// Answers about a few thousand pages.
struct Answering {
  Answering(const living_store::StoreView& view, const living_store::LivingStore& store)
      : state(view.groups.view()), answers(state), pairs(store.settings(), *view.words) {}

  StateView state;
  group_state::Answers answers;
  StoredPairs pairs;
};

Status scan_page(Answering& in, group::MarketId market, std::string_view key, const PageRow& row,
                 const PageFn& on_page) {
  ScannedPage page{key, row, row.url.empty() ? key : std::string_view(row.url), std::nullopt};
  if (row.live()) page.proof = in.answers.removal_proof(market, key, row);
  if (page.proof) {
    const PageRow kept = in.state.page(page.proof->kept);
    page.kept_url = kept.url.empty() ? page.proof->kept : kept.url;
    page.kept_text = kept.text;
    Status verified = verify_trusted(in.pairs, page.row.text, page.kept_text, page.proof);
    if (!verified.ok()) return verified;
  }
  if (!in.state.rows().status().ok()) return in.state.rows().status();
  return on_page(page);
}

}  // namespace

Status for_each_page(const living_store::StoreView& view,
                     const std::function<Status(std::string_view key, const PageRow&)>& on_page) {
  const group_state::Rules none;
  const StateView state = view.groups.view(none);
  auto at = view.groups.rows()->seek("p", store::prefix_end("p"));
  for (; at->valid(); at->next()) {
    const std::string_view key = at->key().substr(1);
    auto row = PageRow::decode(at->value());
    if (!row) return corrupt("the row of page " + std::string(key) + " is damaged");
    if (Status s = on_page(key, state.joined(*std::move(row))); !s.ok()) return s;
  }
  return at->status();
}

Status for_each_wanted_page(const living_store::StoreView& view,
                            const living_store::LivingStore& store, group::MarketId market,
                            const std::function<bool(const PageRow&)>& wanted,
                            const PageFn& on_page) {
  std::optional<Answering> answering;
  size_t pages = 0;
  return for_each_page(view, [&](std::string_view key, const PageRow& row) -> Status {
    if (!wanted(row)) return {};
    if (pages++ % kPagesPerView == 0) answering.emplace(view, store);
    return scan_page(*answering, market, key, row, on_page);
  });
}

Status for_each_live_page(const living_store::StoreView& view,
                          const living_store::LivingStore& store, group::MarketId market,
                          const PageFn& on_page) {
  return for_each_wanted_page(
      view, store, market, [](const PageRow& row) { return row.live(); }, on_page);
}

}  // namespace doppel::store_queries
