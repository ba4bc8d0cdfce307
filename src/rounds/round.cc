// The steps of a round, each a function of the result of the steps before:
//
//   join_events                the new rows of pages
//   update_standings           texts that came, went or moved; the source is told
//   separate_lone_texts        those that resemble nothing skip all up to their events
//   recompute_reported_groups  groups with too many failed verifications are decided again
//   find_unprobed_texts        (paper mode) changed texts that need no probe
//   repair_cover               kept and removed, market by market
//   connect_texts              components over pairs, in the neutral order only
//   regroup                    the names of groups
//   relist_kept                the kept texts of each group in winner order: winners
//   change_events              the difference, numbered
#include "rounds/round.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "group_state/mutants.h"
#include "group_state/standings_in.h"
#include "rounds/change_events.h"
#include "rounds/connect.h"
#include "rounds/cover_repair.h"
#include "rounds/event_log.h"
#include "rounds/lone_texts.h"
#include "rounds/neighbours.h"
#include "rounds/regroup.h"
#include "rounds/text_changes.h"
#include "rounds/unprobed_texts.h"

namespace doppel::rounds {
namespace {

using group::MarketId;
using group_state::Event;
using group_state::GroupNumber;
using group_state::GroupState;
using group_state::PageEvent;
using group_state::Rules;
using group_state::StateView;

std::string rules_text(const Rules& rules) {
  return (rules.mode == group_state::Mode::kSound ? "sound\n" : "paper\n") + to_text(rules.markets);
}

class Round {
 public:
  Round(const StateView& before, std::span<const PageEvent> events,
        similarity::NeighbourSource& source, const Rules& rules)
      : rules_(rules),
        events_(events),
        before_(before),
        after_(before_),
        source_(source),
        neighbours_(source),
        meta_(before_.meta()) {}

  Result<RoundResult> run() {
    Result<RoundResult> out = apply();
    if (!out && source_changed_) source_.undo_change();
    return out;
  }

  Result<RoundResult> run(const similarity::Shift& shift, uint64_t last_event) {
    begin();
    meta_.events = last_event;
    market_shift_ = true;
    changes_.moved.resize(before_.markets());
    add(shift);
    return decide();
  }

  Result<RoundResult> run(std::span<const GroupNumber> groups) {
    begin();
    changes_.moved.resize(before_.markets());
    for (GroupNumber group : groups) {
      auto row = before_.group_row(group);
      if (!row) continue;
      decide_again(group);
      ++out_.counters.repairs;
      if (std::exchange(row->unverified, {}).empty()) continue;
      after_.set_group_row(group, *row);
    }
    return decide();
  }

 private:
  void begin() {
    out_.round = meta_.round;
    meta_.rules = rules_text(rules_);
    ++meta_.round;
  }

  Result<RoundResult> apply() {
    if (meta_.round != 0 && meta_.rules != rules_text(rules_)) {
      return invalid_argument("the store was built under other rules:\n" + meta_.rules);
    }
    begin();
    joined_ = join_events(after_, events_);
    StandingChanges standings = update_standings(before_, after_, joined_.changed);
    changes_ = std::move(standings.others);
    // The source must not be told what follows from rows that could not be read.
    if (Status read = read_status(); !read.ok()) return read;
    if (Status changed = change_source(standings.one_page); !changed.ok()) return changed;
    separate(std::move(standings.one_page));
    recompute_reported_groups();
    return decide();
  }

  Result<RoundResult> decide() {
    if (rules_.mode == group_state::Mode::kPaper ||
        mutant(group_state::Mutant::kUnprobedInSoundMode)) {
      unprobed_ = find_unprobed_texts(before_, after_, changes_, neighbours_);
    }
    for (size_t m = 0; m < before_.markets(); ++m) {
      changes_.touched.merge(repair_cover(static_cast<MarketId>(m), before_, after_, changes_,
                                          unprobed_, neighbours_));
    }
    Connections connections =
        connect_texts(before_, after_, changes_, unprobed_, neighbours_, rules_, out_.counters);
    regrouping_ = regroup(before_, after_, changes_, connections, meta_);
    relist_kept();
    return finish();
  }

  // The first row or neighbour that could not be read.
  Status read_status() const {
    for (const Status& status :
         {before_.rows().status(), after_.rows().status(), neighbours_.status()}) {
      if (!status.ok()) return status;
    }
    return {};
  }

  Status change_source(std::span<const OnePageChange> one_page) {
    std::vector<StoredTextId> came(changes_.arrived.begin(), changes_.arrived.end());
    std::vector<StoredTextId> gone(changes_.gone.begin(), changes_.gone.end());
    std::vector<StoredTextId> moved;
    for (const auto& of_market : changes_.moved) {
      for (const auto& [text, move] : of_market) moved.push_back(text);
    }
    for (const OnePageChange& change : one_page) {
      if (change.kind == OnePageChange::Kind::kArrived) came.push_back(change.text);
      if (change.kind == OnePageChange::Kind::kGone) gone.push_back(change.text);
      if (!change.moves.empty()) moved.push_back(change.text);
    }
    for (std::vector<StoredTextId>* texts : {&came, &gone, &moved}) sort_unique(*texts);
    Result<similarity::Shift> shift = source_.change({.came = came, .gone = gone, .moved = moved},
                                                     group_state::StandingsIn(after_));
    source_changed_ = static_cast<bool>(shift);
    if (!shift) return shift.status();
    add(*shift);
    return {};
  }

  void add(const similarity::Shift& shift) {
    changes_.gained.insert(shift.gained.begin(), shift.gained.end());
    changes_.lost.insert(shift.lost.begin(), shift.lost.end());
  }

  void separate(std::vector<OnePageChange> one_page) {
    if (rules_.mode == group_state::Mode::kSound &&
        !mutant(group_state::Mutant::kUnprobedInSoundMode)) {
      lone_ = separate_lone_texts(before_, after_, joined_.changed, std::move(one_page), changes_,
                                  neighbours_);
    } else {
      for (const OnePageChange& change : one_page) add_to(change, changes_);
    }
  }

  // A report counts if the removal that it is about is not valid now. Pages are counted, not
  // reports, so that a report delivered twice counts once.
  void recompute_reported_groups() {
    std::map<GroupNumber, group_state::GroupRow> rows;
    for (size_t i : joined_.reports) {
      const group_state::PageRow& page = after_.page(events_[i].key);
      GroupNumber group = before_.group(page.text);
      if (group == 0 || changes_.arrived.contains(page.text) || all_proofs_hold(page.text)) {
        joined_.rejected.push_back({i, group_state::Rejection::kProofHolds});
        continue;
      }
      if (auto row = before_.group_row(group)) {
        rows.try_emplace(group, *row).first->second.unverified.insert(events_[i].key);
        ++out_.counters.verifications_failed;
      }
    }
    for (auto& [group, row] : rows) {
      if (row.unverified == before_.group_row(group)->unverified) continue;
      if (row.unverified.size() > rules_.repair_limit) {
        decide_again(group);
        row.unverified.clear();
        ++out_.counters.repairs;
      }
      after_.set_group_row(group, row);
    }
  }

  bool all_proofs_hold(StoredTextId text) {
    for (size_t m = 0; m < before_.markets(); ++m) {
      auto kept = before_.removed_for(static_cast<MarketId>(m), text);
      if (kept && !neighbours_.verify(text, *kept)) return false;
    }
    return true;
  }

  void decide_again(GroupNumber group) {
    for (StoredTextId text : before_.members(group)) {
      if (changes_.gone.contains(text)) continue;
      changes_.arrived.insert(text);
      changes_.touched.insert(text);
    }
  }

  // The kept texts of each group in winner order.
  void relist_kept() {
    std::set<StoredTextId> texts = changes_.touched;
    texts.insert(regrouping_.moved.begin(), regrouping_.moved.end());
    for (size_t m = 0; m < before_.markets(); ++m) {
      auto market = static_cast<MarketId>(m);
      for (StoredTextId text : texts) {
        auto was = before_.best(market, text);
        bool was_kept = was && !before_.removed_for(market, text);
        if (was_kept) after_.unlist_kept(market, before_.group(text), was->rank);
      }
      for (StoredTextId text : texts) {
        auto is = after_.best(market, text);
        bool is_kept = is && !after_.removed_for(market, text);
        if (is_kept) after_.list_kept(market, after_.group(text), is->rank, text);
      }
    }
  }

  Result<RoundResult> finish() {
    std::vector<Event> lone_events;
    const std::vector<std::string> others =
        add_lone_events(after_, joined_.changed, lone_, lone_events);
    std::vector<Event> events =
        change_events(before_, after_, others, changes_.touched, regrouping_);
    std::move(lone_events.begin(), lone_events.end(), std::back_inserter(events));
    if (Status read = read_status(); !read.ok()) return read;
    out_.rejected = std::move(joined_.rejected);
    std::sort(out_.rejected.begin(), out_.rejected.end(),
              [](const RejectedEvent& a, const RejectedEvent& b) { return a.event < b.event; });
    out_.counters.probes = neighbours_.probes();
    out_.counters.candidates_seen = neighbours_.candidates_seen();
    out_.counters.probes_saved = unprobed_.groups.size();
    out_.counters.verifications = neighbours_.verifications();
    out_.counters.superseded = joined_.superseded;
    out_.counters.touches = joined_.touched;
    out_.counters.rows_read = before_.rows().reads() + after_.rows().reads();
    release_texts();
    if (!after_.changed() && !market_shift_) return std::move(out_);
    out_.round = meta_.round;
    sort_events(events);
    for (Event& event : events) {
      event.number = ++meta_.events;
      event.round = meta_.round;
    }
    write_events(events, after_.rows());
    out_.events = std::move(events);
    out_.changes = after_.take_changes(meta_);
    if (!after_.rows().status().ok()) return after_.rows().status();
    return std::move(out_);
  }

  void release_texts() {
    std::vector<StoredTextId> texts(changes_.gone.begin(), changes_.gone.end());
    for (const OnePageChange& change : lone_) {
      if (change.kind == OnePageChange::Kind::kGone) texts.push_back(change.text);
    }
    for (const PageEvent& event : events_) {
      if (event.kind == PageEvent::Kind::kUpsert) texts.push_back(event.text);
    }
    sort_unique(texts);
    std::erase_if(texts, [&](StoredTextId text) { return after_.group(text) != 0; });
    out_.released = std::move(texts);
  }

  static void sort_unique(std::vector<StoredTextId>& texts) {
    if (!std::is_sorted(texts.begin(), texts.end())) std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  }

  const Rules& rules_;
  std::span<const PageEvent> events_;
  const StateView before_;
  StateView after_;
  similarity::NeighbourSource& source_;
  bool source_changed_ = false;
  bool market_shift_ = false;
  Neighbours neighbours_;
  group_state::MetaRow meta_;
  JoinedEvents joined_;
  TextChanges changes_;
  std::vector<OnePageChange> lone_;  // texts that are not in changes_
  UnprobedTexts unprobed_;
  Regrouping regrouping_;
  RoundResult out_;
};

}  // namespace

Result<RoundResult> apply_round(const GroupState& state, std::span<const PageEvent> events,
                                similarity::NeighbourSource& source, const Rules& rules) {
  return apply_round(state.view(rules), events, source, rules);
}

Result<RoundResult> apply_round(const StateView& before, std::span<const PageEvent> events,
                                similarity::NeighbourSource& source, const Rules& rules) {
  return Round(before, events, source, rules).run();
}

Result<RoundResult> apply_repair(const StateView& before, std::span<const GroupNumber> groups,
                                 similarity::NeighbourSource& source, const Rules& rules) {
  return Round(before, {}, source, rules).run(groups);
}

Result<RoundResult> apply_market_shift(const StateView& before, const similarity::Shift& shift,
                                       uint64_t last_event, similarity::NeighbourSource& source,
                                       const Rules& rules) {
  return Round(before, {}, source, rules).run(shift, last_event);
}

}  // namespace doppel::rounds
