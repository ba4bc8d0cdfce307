#include "group/text_changes.h"

namespace doppel::group {
namespace {

// The changed pages and those whose naming as canonical they may have changed.
std::set<std::string> pages_to_restand(const StateView& before, const StateView& after,
                                       std::span<const std::string> changed) {
  std::set<std::string> out(changed.begin(), changed.end());
  for (const std::string& key : changed) {
    for (const StateView* view : {&before, static_cast<const StateView*>(&after)}) {
      PageRow row = view->page(key);
      if (row.live() && !row.canonical.empty()) out.insert(row.canonical);
    }
  }
  return out;
}

void note_change(const StateView& before, const StateView& after, StoredTextId text,
                 TextChanges& out) {
  for (size_t m = 0; m < before.markets(); ++m) {
    auto market = static_cast<MarketId>(m);
    auto was = before.best(market, text), is = after.best(market, text);
    if (!was && is) out.arrived.insert(text);
    if (was && !is) out.gone.insert(text);
    if (was && is && was->rank != is->rank) {
      bool earlier = is->rank < was->rank;
      out.moved[m][text] = earlier ? TextChanges::Move::kEarlier : TextChanges::Move::kLater;
    }
  }
}

}  // namespace

TextChanges restand(const StateView& before, StateView& after,
                    std::span<const std::string> changed_pages) {
  TextChanges out;
  out.moved.resize(before.markets());
  for (const std::string& key : pages_to_restand(before, after, changed_pages)) {
    PageRow was = before.page(key), is = after.page(key);
    for (size_t m = 0; m < before.markets(); ++m) {
      auto market = static_cast<MarketId>(m);
      if (was.live()) after.unstand(market, was.text, before.rank(market, key, was));
      if (is.live()) after.stand(market, is.text, after.rank(market, key, is), key);
    }
    if (was.live()) out.touched.insert(was.text);
    if (is.live()) out.touched.insert(is.text);
  }
  for (StoredTextId text : out.touched) note_change(before, after, text, out);
  return out;
}

}  // namespace doppel::group
