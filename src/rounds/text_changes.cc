#include "rounds/text_changes.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

#include "group/market.h"

namespace doppel::rounds {
namespace {

using group::MarketId;
using group_state::PageRow;
using group_state::StateView;

// A page that leaves a text, or comes to it, or does both because its rank may have changed.
struct PageMove {
  StoredTextId text;
  bool came = false;
  std::string_view key;
  size_t page = OnePageChange::kUnchanged;

  friend bool operator<(const PageMove& a, const PageMove& b) {
    return std::tie(a.text, a.came, a.key) < std::tie(b.text, b.came, b.key);
  }
};

// Pages that did not change, but that changed pages named as canonical, or name now.
std::vector<std::string_view> named_pages(std::span<const ChangedPage> changed) {
  std::vector<std::string_view> out;
  for (const ChangedPage& page : changed) {
    for (const PageRow* row : {page.was, page.is}) {
      const bool names = row->live() && !row->canonical.empty() && row->canonical != page.key;
      if (names) out.push_back(row->canonical);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::erase_if(out, [&](std::string_view key) {
    auto at = std::lower_bound(
        changed.begin(), changed.end(), key,
        [](const ChangedPage& page, std::string_view other) { return page.key < other; });
    return at != changed.end() && at->key == key;
  });
  return out;
}

// Sorted by text.
std::vector<PageMove> page_moves(const StateView& before, const StateView& after,
                                 std::span<const ChangedPage> changed) {
  std::vector<PageMove> out;
  out.reserve(2 * changed.size());
  auto add = [&](std::string_view key, const PageRow& was, const PageRow& is, size_t page) {
    if (was.live()) out.push_back({was.text, false, key, page});
    if (is.live()) out.push_back({is.text, true, key, page});
  };
  for (size_t i = 0; i < changed.size(); ++i) {
    add(changed[i].key, *changed[i].was, *changed[i].is, i);
  }
  const std::vector<std::string_view> named = named_pages(changed);
  before.prefetch_pages(named);
  for (std::string_view key : named) {
    add(key, before.page(key), after.page(key), OnePageChange::kUnchanged);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The pages of one text that leave it and that come to it.
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
  out.touched.insert(text);
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

// Whether a page has the same rank in every market, by the facts that ranks are made of.
bool same_standing(const PageRow& was, const PageRow& is, bool was_named, bool is_named) {
  return was_named == is_named && was.url == is.url && was.first_seen == is.first_seen &&
         std::bit_cast<uint64_t>(was.score) == std::bit_cast<uint64_t>(is.score) &&
         was.fields == is.fields;
}

void find_moves(const StateView& before, const StateView& after, const std::string& key,
                OnePageChange& out) {
  const PageRow &was = before.page(key), &is = after.page(key);
  if (same_standing(was, is, before.named(key, was), after.named(key, is))) return;
  for (size_t m = 0; m < before.markets(); ++m) {
    auto market = static_cast<MarketId>(m);
    const std::string then = before.rank(market, key, was), now = after.rank(market, key, is);
    if (then == now) continue;
    out.moves.emplace_back(market,
                           now < then ? TextChanges::Move::kEarlier : TextChanges::Move::kLater);
  }
}

// The change of a text if it is that of one page.
//
//   pages before   left   came         its row
//   0              -      p            put
//   1: p           p      -            erased
//   1: p           p      p            stays
std::optional<OnePageChange> one_page_change(const StateView& before, StateView& after,
                                             std::span<const PageMove> moves) {
  const StoredTextId text = moves[0].text;
  const group_state::TextRow& was = before.text_row(text);
  OnePageChange out{text, OnePageChange::Kind::kStayed, moves[0].page};
  if (moves.size() == 1 && moves[0].came && was.pages == 0) {
    out.kind = OnePageChange::Kind::kArrived;
    after.set_text_row(text, {1, 0, std::string(moves[0].key)});
    return out;
  }
  if (moves.size() == 1 && !moves[0].came && was.pages == 1) {
    out.kind = OnePageChange::Kind::kGone;
    after.set_text_row(text, {});
    return out;
  }
  if (moves.size() == 2 && moves[0].key == moves[1].key && was.pages == 1) {
    find_moves(before, after, was.page, out);
    return out;
  }
  return std::nullopt;
}

}  // namespace

StandingChanges update_standings(const StateView& before, StateView& after,
                                 std::span<const ChangedPage> changed_pages) {
  StandingChanges out;
  out.others.moved.resize(before.markets());
  const std::vector<PageMove> moves = page_moves(before, after, changed_pages);
  std::vector<StoredTextId> texts;
  for (const PageMove& move : moves) {
    if (texts.empty() || texts.back() != move.text) texts.push_back(move.text);
  }
  before.prefetch_texts(texts);
  std::span<const PageMove> rest = moves;
  for (StoredTextId text : texts) {
    size_t count = 1;
    while (count < rest.size() && rest[count].text == text) ++count;
    const auto of_text = rest.first(count);
    rest = rest.subspan(count);
    if (auto change = one_page_change(before, after, of_text)) {
      out.one_page.push_back(*std::move(change));
      continue;
    }
    PageMoves pages;
    for (const PageMove& move : of_text) (move.came ? pages.came : pages.left).emplace(move.key);
    move_pages(before, after, text, pages);
    note_change(before, after, text, out.others);
  }
  return out;
}

void add_to(const OnePageChange& change, TextChanges& changes) {
  changes.touched.insert(change.text);
  if (change.kind == OnePageChange::Kind::kArrived) changes.arrived.insert(change.text);
  if (change.kind == OnePageChange::Kind::kGone) changes.gone.insert(change.text);
  for (auto [market, move] : change.moves) changes.moved[market][change.text] = move;
}

}  // namespace doppel::rounds
