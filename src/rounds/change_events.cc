#include "rounds/change_events.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "group_state/answers.h"
#include "group_state/mutants.h"

namespace doppel::rounds {
namespace {

using group::MarketId;
using group_state::Event;
using group_state::EventKind;
using group_state::GroupNumber;
using group_state::PageRow;
using group_state::StateView;

class Difference {
 public:
  Difference(const StateView& before, const StateView& after, const Regrouping& regrouping)
      : before_(before), after_(after), regrouping_(regrouping), then_(before), now_(after) {}

  std::vector<Event> run(std::span<const std::string> changed_pages,
                         const std::set<StoredTextId>& touched) {
    for (const std::string& key : changed_pages) add_with_redirects(key);
    for (StoredTextId text : regrouping_.moved) {
      if (moved_alone(text)) add_pages_of(text, true);
    }
    for (StoredTextId text : texts_in_question(touched)) add_pages_of(text, false);
    for (const std::string& key : pages_) compare_page(key);
    for (const auto& [group, into] : regrouping_.merged) {
      emit({.kind = EventKind::kMerged, .group = group, .other = into});
    }
    for (const auto& [group, part] : regrouping_.split) {
      emit({.kind = EventKind::kSplit, .group = group, .other = part});
    }
    for (GroupNumber group : groups_in_question(touched)) compare_winners(group);
    return std::move(out_);
  }

 private:
  void emit(Event event) { out_.push_back(std::move(event)); }

  // --- which pages may have changed ---

  // The page, all that redirect to it, all that redirect to these, and so on.
  void add_with_redirects(const std::string& key) {
    std::vector<std::string> waiting = {key};
    while (!waiting.empty()) {
      const std::string next = std::move(waiting.back());
      waiting.pop_back();
      if (!with_redirects_.insert(next).second) continue;
      pages_.insert(next);
      for (const StateView* view : {&before_, &after_}) {
        for (std::string& page : view->redirecting_to(next)) waiting.push_back(std::move(page));
      }
    }
  }

  void add_pages_of(StoredTextId text, bool redirects) {
    for (const StateView* view : {&before_, &after_}) {
      for (const std::string& key : view->pages_of(text)) {
        pages_.insert(key);
        if (redirects) add_with_redirects(key);
      }
    }
  }

  // A merged event covers all pages of its group.
  bool moved_alone(StoredTextId text) const {
    auto merged = regrouping_.merged.find(before_.group_name(before_.group(text)));
    return merged == regrouping_.merged.end() ||
           merged->second != after_.group_name(after_.group(text));
  }

  // The touched texts, and those whose certificate names another page now.
  std::set<StoredTextId> texts_in_question(const std::set<StoredTextId>& touched) {
    std::set<StoredTextId> out = touched;
    for (StoredTextId text : touched) {
      for (size_t m = 0; m < after_.markets(); ++m) {
        auto market = static_cast<MarketId>(m);
        const std::string &was = then_.best_page(market, text), &is = now_.best_page(market, text);
        if (was.empty() || is.empty() || was == is) continue;
        for (StoredTextId covered : after_.covered_by(market, text)) out.insert(covered);
      }
    }
    return out;
  }

  std::set<GroupNumber> groups_in_question(const std::set<StoredTextId>& touched) const {
    std::set<GroupNumber> out;
    auto add = [&](StoredTextId text) {
      out.insert(before_.group(text));
      out.insert(after_.group(text));
    };
    for (StoredTextId text : touched) add(text);
    for (StoredTextId text : regrouping_.moved) add(text);
    return out;
  }

  // --- how they have changed ---

  void compare_page(const std::string& key) {
    const PageRow &was = before_.page(key), &is = after_.page(key);
    bool fresh = compare_membership(key, was, is);
    if (is.state == group_state::PageState::kDead && (fresh || was.http_status != is.http_status)) {
      emit({.kind = EventKind::kDied, .page = key, .http_status = is.http_status});
    }
    if (is.redirects()) compare_redirect(key, was, is, fresh);
    if (is.live()) compare_verdicts(key, was, is, fresh);
    if (!is.present()) return;
    for (const std::string& flag : is.flags) {
      if (was.present() && was.flags.contains(flag)) continue;
      emit({.kind = EventKind::kFlagged,
            .page = key,
            .group = now_.group_name(key, is),
            .other = flag});
    }
  }

  // True if a consumer of the events so far considers the page as live and kept.
  bool compare_membership(const std::string& key, const PageRow& was, const PageRow& is) {
    std::string from = then_.group_name(key, was), to = now_.group_name(key, is);
    if (was.present() && was.state == is.state) {
      if (regrouping_.split.contains({from, to})) {
        emit({.kind = EventKind::kJoined, .page = key, .group = to});
        return false;
      }
      auto merged = regrouping_.merged.find(from);
      if (from == to || (merged != regrouping_.merged.end() && merged->second == to)) return false;
    }
    if (was.present()) emit({.kind = EventKind::kLeft, .page = key, .group = from});
    if (is.present()) emit({.kind = EventKind::kJoined, .page = key, .group = to});
    return true;
  }

  void compare_redirect(const std::string& key, const PageRow& was, const PageRow& is, bool fresh) {
    const group_state::ChainEnd &then = then_.end(key), &now = now_.end(key);
    bool same = then.circle == now.circle && then.page == now.page && was.permanent == is.permanent;
    if (same && !fresh) return;
    emit({.kind = EventKind::kRedirected,
          .page = key,
          .other = now.circle ? "" : now.page,
          .permanent = is.permanent});
  }

  void compare_verdicts(const std::string& key, const PageRow& was, const PageRow& is, bool fresh) {
    for (size_t m = 0; m < after_.markets(); ++m) {
      auto market = static_cast<MarketId>(m);
      std::optional<group_state::Proof> then, now = now_.removal_proof(market, key, is);
      if (!fresh) then = then_.removal_proof(market, key, was);
      if (then == now) continue;
      Event event{.page = key, .market = std::string(after_.market_name(market))};
      event.kind = now ? EventKind::kRemoved : EventKind::kRestored;
      if (now) {
        event.other = now->kept;
        event.level = now->level;
        event.similarity = now->similarity;
        event.view = now->view;
      } else if (mutant(group_state::Mutant::kEventSkipped)) {
        continue;
      }
      emit(std::move(event));
    }
  }

  void compare_winners(GroupNumber group) {
    const std::string name = after_.group_name(group);
    if (name.empty()) return;
    const bool is_new = before_.group_name(group).empty();
    for (size_t m = 0; m < after_.markets(); ++m) {
      auto market = static_cast<MarketId>(m);
      std::string now = now_.winner(market, group);
      if (!is_new && then_.winner(market, group) == now) continue;
      emit({.kind = EventKind::kWinnerChanged,
            .page = now,
            .group = name,
            .market = std::string(after_.market_name(market))});
    }
  }

  const StateView& before_;
  const StateView& after_;
  const Regrouping& regrouping_;
  group_state::Answers then_, now_;
  std::set<std::string> pages_, with_redirects_;
  std::vector<Event> out_;
};

}  // namespace

std::vector<Event> change_events(const StateView& before, const StateView& after,
                                 std::span<const std::string> changed_pages,
                                 const std::set<StoredTextId>& touched,
                                 const Regrouping& regrouping) {
  return Difference(before, after, regrouping).run(changed_pages, touched);
}

// Places are sorted, not events, which are large.
void sort_events(std::vector<Event>& events) {
  std::vector<uint32_t> places(events.size());
  std::iota(places.begin(), places.end(), 0U);
  std::sort(places.begin(), places.end(), [&](uint32_t a, uint32_t b) {
    auto order = [&](uint32_t i) {
      const Event& e = events[i];
      return std::tie(e.kind, e.market, e.group, e.page, e.other);
    };
    return order(a) < order(b);
  });
  std::vector<Event> sorted;
  sorted.reserve(events.size());
  for (uint32_t place : places) sorted.push_back(std::move(events[place]));
  events = std::move(sorted);
}

}  // namespace doppel::rounds
