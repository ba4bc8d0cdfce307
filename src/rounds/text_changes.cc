#include "rounds/text_changes.h"

#include "group/market.h"

namespace doppel::rounds {
namespace {

using group::MarketId;
using group_state::PageRow;
using group_state::StateView;

// The changed pages and those whose naming as canonical they may have changed.
std::set<std::string> pages_to_update(const StateView& before, const StateView& after,
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

// The pages of one text that leave it, come to it, or do both because their rank changed.
struct PageMoves {
  std::set<std::string> left, came;
};

void add_standings(StateView& state, StoredTextId text, const std::string& key) {
  const PageRow row = state.page(key);
  for (size_t m = 0; m < state.markets(); ++m) {
    auto market = static_cast<MarketId>(m);
    state.add_standing(market, text, state.rank(market, key, row), key);
  }
}

// The rank of a page is that of `before`: under it its rows stand.
void remove_standings(const StateView& before, StateView& after, StoredTextId text,
                      const std::string& key) {
  const PageRow row = before.page(key);
  for (size_t m = 0; m < before.markets(); ++m) {
    auto market = static_cast<MarketId>(m);
    after.remove_standing(market, text, before.rank(market, key, row));
  }
}

//   pages before   after     rows of table s
//   0, 1           0, 1      none
//   0, 1           several   put: those that came, and the only one of before if it stays
//   several        several   put those that came, erase those that left
//   several        0, 1      erase all
void move_pages(const StateView& before, StateView& after, StoredTextId text,
                const PageMoves& moves) {
  const group_state::TextRow was = before.text_row(text);
  group_state::TextRow is = was;
  is.pages = was.pages + moves.came.size() - moves.left.size();
  const bool had_rows = was.pages > 1, has_rows = is.pages > 1;
  if (had_rows) {
    for (const std::string& key : moves.left) remove_standings(before, after, text, key);
  } else if (has_rows && was.pages == 1 && !moves.left.contains(was.page)) {
    add_standings(after, text, was.page);
  }
  if (has_rows) {
    for (const std::string& key : moves.came) add_standings(after, text, key);
    is.page.clear();
  } else if (!moves.came.empty()) {
    is.page = *moves.came.begin();
  } else if (had_rows && is.pages == 1) {
    for (const std::string& key : after.pages_of(text)) {
      remove_standings(before, after, text, key);
      is.page = key;
    }
  }
  if (is.pages != was.pages || is.page != was.page) after.set_text_row(text, is);
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

TextChanges update_standings(const StateView& before, StateView& after,
                             std::span<const std::string> changed_pages) {
  TextChanges out;
  out.moved.resize(before.markets());
  std::map<StoredTextId, PageMoves> moves;
  for (const std::string& key : pages_to_update(before, after, changed_pages)) {
    PageRow was = before.page(key), is = after.page(key);
    if (was.live()) moves[was.text].left.insert(key);
    if (is.live()) moves[is.text].came.insert(key);
  }
  for (const auto& [text, of_text] : moves) {
    move_pages(before, after, text, of_text);
    out.touched.insert(text);
  }
  for (StoredTextId text : out.touched) note_change(before, after, text, out);
  return out;
}

}  // namespace doppel::rounds
