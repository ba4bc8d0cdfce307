// Tested by laws.rounds and all scenarios, which mix such texts with others; lone_page_work_test.cc
// counts what they cost.
#include "rounds/lone_texts.h"

#include <algorithm>
#include <string>

namespace doppel::rounds {
namespace {

using group_state::Event;
using group_state::EventKind;
using group_state::is_stored;
using group_state::PageRow;
using group_state::StateView;

using Kind = OnePageChange::Kind;

class Separation {
 public:
  Separation(const StateView& before, std::span<const ChangedPage> pages,
             std::span<const OnePageChange> texts, const TextChanges& changes,
             Neighbours& neighbours)
      : before_(before),
        pages_(pages),
        texts_(texts),
        changes_(changes),
        neighbours_(neighbours),
        alone_(texts.size()) {}

  // For each text, whether it is alone.
  std::vector<char> run() {
    for (size_t i = 0; i < texts_.size(); ++i) alone_[i] = is_alone(texts_[i]);
    for (size_t i = 0; i < texts_.size(); ++i) {
      if (texts_[i].kind == Kind::kArrived && alone_[i] == 0) claim_candidates(texts_[i].text);
    }
    for (StoredTextId text : changes_.arrived) claim_candidates(text);
    for (StoredTextId text : changes_.gained) claim_candidates(text);
    return std::move(alone_);
  }

 private:
  bool is_alone(const OnePageChange& change) {
    if (change.kind != Kind::kArrived) {
      return !is_stored(before_.group(change.text)) && !changes_.gained.contains(change.text) &&
             !changes_.lost.contains(change.text);
    }
    const PageRow& was = *pages_[change.page].was;
    if (was.live() && is_stored(before_.group(was.text))) return false;
    return forms_no_pair(change.text);
  }

  // Pages of one site are often candidates, yet no pairs. To decide a text in general takes longer
  // than to verify a few candidates, which all have to be verified if none is a pair.
  bool forms_no_pair(StoredTextId text) {
    constexpr size_t kFew = 8;
    const std::vector<StoredTextId>& candidates = neighbours_.candidates(text);
    return candidates.size() <= kFew &&
           std::none_of(candidates.begin(), candidates.end(), [&](StoredTextId other) {
             return neighbours_.verify(text, other).has_value();
           });
  }

  // Who is a candidate of a new text, or of one that gained candidates, may form a pair with it.
  void claim_candidates(StoredTextId text) {
    const std::vector<StoredTextId>& candidates = neighbours_.candidates(text);
    if (candidates.empty()) return;
    auto before = [](const OnePageChange& change, StoredTextId id) { return change.text < id; };
    auto from = std::lower_bound(texts_.begin(), texts_.end(), candidates.front(), before);
    for (StoredTextId other : candidates) {
      from = std::lower_bound(from, texts_.end(), other, before);
      if (from == texts_.end()) return;
      if (from->text == other) alone_[from - texts_.begin()] = 0;
    }
  }

  const StateView& before_;
  std::span<const ChangedPage> pages_;
  std::span<const OnePageChange> texts_;
  const TextChanges& changes_;
  Neighbours& neighbours_;
  std::vector<char> alone_;
};

// The group of a page that has a lone text, or none.
std::string group_of(std::string_view key, const PageRow& row) {
  return row.live() ? group_state::lone_name(row.text) : std::string(key) + "@0";
}

void add_page_events(const ChangedPage& page, std::vector<Event>& out) {
  const PageRow &was = *page.was, &is = *page.is;
  const std::string key(page.key);
  const bool same = was.present() && was.state == is.state && (!is.live() || was.text == is.text);
  if (!same && was.present()) {
    out.push_back({.kind = EventKind::kLeft, .page = key, .group = group_of(key, was)});
  }
  if (!same && is.present()) {
    out.push_back({.kind = EventKind::kJoined, .page = key, .group = group_of(key, is)});
  }
  if (is.state == group_state::PageState::kDead && (!same || was.http_status != is.http_status)) {
    out.push_back({.kind = EventKind::kDied, .page = key, .http_status = is.http_status});
  }
  for (const std::string& flag : is.flags) {
    if (!is.present() || (was.present() && was.flags.contains(flag))) continue;
    out.push_back(
        {.kind = EventKind::kFlagged, .page = key, .group = group_of(key, is), .other = flag});
  }
}

bool leads_elsewhere(const PageRow& row) { return row.redirects() || row.incoming.redirects != 0; }

}  // namespace

std::vector<OnePageChange> separate_lone_texts(const StateView& before, StateView& after,
                                               std::span<const ChangedPage> pages,
                                               std::vector<OnePageChange> one_page,
                                               TextChanges& changes, Neighbours& neighbours) {
  const std::vector<char> alone = Separation(before, pages, one_page, changes, neighbours).run();
  std::vector<OnePageChange> out;
  out.reserve(one_page.size());
  for (size_t i = 0; i < one_page.size(); ++i) {
    if (alone[i] == 0) {
      add_to(one_page[i], changes);
      continue;
    }
    after.set_group_alone(one_page[i].text, one_page[i].kind != Kind::kGone);
    out.push_back(std::move(one_page[i]));
  }
  return out;
}

std::vector<std::string> add_lone_events(const StateView& after, std::span<const ChangedPage> pages,
                                         std::span<const OnePageChange> texts,
                                         std::vector<Event>& events) {
  struct Sides {
    bool was_alone = false, is_alone = false;  // its text
  };
  std::vector<Sides> sides(pages.size());
  for (const OnePageChange& text : texts) {
    if (text.page == OnePageChange::kUnchanged) continue;
    if (text.kind != Kind::kArrived) sides[text.page].was_alone = true;
    if (text.kind != Kind::kGone) sides[text.page].is_alone = true;
    if (text.kind != Kind::kArrived) continue;
    for (size_t m = 0; m < after.markets(); ++m) {
      events.push_back({.kind = EventKind::kWinnerChanged,
                        .page = std::string(pages[text.page].key),
                        .group = group_state::lone_name(text.text),
                        .market = std::string(after.market_name(static_cast<group::MarketId>(m)))});
    }
  }
  std::vector<std::string> others;
  for (size_t i = 0; i < pages.size(); ++i) {
    const PageRow &was = *pages[i].was, &is = *pages[i].is;
    const bool alone = (!was.live() || sides[i].was_alone) && (!is.live() || sides[i].is_alone);
    if (alone && !leads_elsewhere(was) && !leads_elsewhere(is)) {
      add_page_events(pages[i], events);
    } else {
      others.emplace_back(pages[i].key);
    }
  }
  return others;
}

}  // namespace doppel::rounds
