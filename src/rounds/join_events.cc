#include "rounds/join_events.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "group_state/mutants.h"

namespace doppel::rounds {
namespace {

using group_state::Mutant;
using group_state::PageEvent;
using group_state::PageRow;
using group_state::PageState;
using group_state::Rejection;

using Kind = PageEvent::Kind;

bool carries_a_state(Kind kind) { return kind <= Kind::kDelete; }

PageState state_of(Kind kind) {
  switch (kind) {
    case Kind::kUpsert: return PageState::kLive;
    case Kind::kRedirect: return PageState::kRedirect;
    case Kind::kDead: return PageState::kDead;
    default: return PageState::kDeleted;
  }
}

// The row that this event alone would make, without times and flags, which are joined separately.
PageRow row_of(const PageEvent& event) {
  PageRow out;
  out.state = state_of(event.kind);
  out.version = event.version;
  if (out.live()) {
    out.text = event.text;
    out.content = event.content;
    out.url = event.url == event.key ? "" : event.url;
    out.score = event.score;
    out.canonical = event.canonical;
    out.domain = event.domain;
    out.fields = event.fields;
  }
  if (out.redirects()) {
    out.target = event.target;
    out.permanent = event.permanent;
  }
  if (out.state == PageState::kDead) out.http_status = event.http_status;
  return out;
}

// Newer is greater: by version; in one version delete, dead, redirect, upsert, no event, in this
// order; then by content hash; then by all other fields except text ids, which have no meaning
// outside the source.
using Age = std::tuple<uint64_t, int, Hash128, std::string>;
// REQUIRES: the row has no flags.
Age age_of(const PageRow& row) {
  constexpr std::array<int, 5> kKindOrder = {4, 1, 2, 3, 0};  // by PageState
  PageRow rest = row;
  rest.text = {};
  rest.first_seen = rest.last_seen = 0;
  return {row.version, kKindOrder[static_cast<size_t>(row.state)], row.content, rest.encode()};
}

// While events are joined, the flags of a page are kept apart from its row, and its age is computed
// only when it changes. So the cost of an event does not depend on what the page has already.

class PageJoin {
 public:
  PageJoin(PageRow old, std::span<const PageEvent> events, JoinedEvents& out)
      : flags_(std::exchange(old.flags, {})),
        old_(old),
        row_(std::move(old)),
        old_age_(age_of(old_)),
        row_age_(old_age_),
        events_(events),
        out_(out) {}

  PageRow join(const std::vector<size_t>& of_page) {
    for (size_t i : of_page) {
      if (carries_a_state(events_[i].kind)) see(i);
    }
    for (size_t i : of_page) {
      if (carries_a_state(events_[i].kind)) judge(i);
    }
    PageRow settled = row_;
    for (size_t i : of_page) {
      if (!carries_a_state(events_[i].kind)) remark(i, settled);
    }
    row_.flags = std::move(flags_);
    return std::move(row_);
  }

 private:
  void see(size_t i) {
    const PageEvent& event = events_[i];
    if (mutant(Mutant::kDeadPagesKept) && event.kind == Kind::kDead && row_.live()) return;
    PageRow made = row_of(event);
    if (age_of(made) > row_age_ || mutant(Mutant::kOlderVersionAccepted)) take(std::move(made));
    if (event.kind == Kind::kDelete) return;
    row_.first_seen = std::min(row_.first_seen, event.time_ms);
    row_.last_seen = std::max(row_.last_seen, event.time_ms);
    if (mutant(Mutant::kFirstSeenOverwritten)) row_.first_seen = event.time_ms;
  }

  void take(PageRow made) {
    made.first_seen = row_.first_seen;
    made.last_seen = row_.last_seen;
    if (mutant(Mutant::kDeletedVersionForgotten) && !made.present()) made = PageRow{};
    row_ = std::move(made);
    row_age_ = age_of(row_);
  }

  // Decides whether an event is rejected, after all events of the round were joined.
  void judge(size_t i) {
    PageRow made = row_of(events_[i]);
    const Age age = age_of(made);
    if (age < old_age_) {
      return reject(
          i, made.version < old_.version ? Rejection::kOlderVersion : Rejection::kSameVersion);
    }
    if (age == old_age_) return;
    if (age < row_age_) {
      ++out_.superseded;
    } else if (!made.present() && !old_.present()) {
      reject(i, Rejection::kUnknownPage);
    }
  }

  // Touches and flags are joined whether or not the page exists. Whether they are rejected, as for
  // reports, depends on the page after the round.
  void remark(size_t i, const PageRow& settled) {
    const PageEvent& event = events_[i];
    if (event.kind == Kind::kTouch) row_.last_seen = std::max(row_.last_seen, event.time_ms);
    if (event.kind == Kind::kFlag) flags_.insert(event.flag);
    if (!settled.present()) return reject(i, Rejection::kUnknownPage);
    if (event.kind == Kind::kTouch && event.time_ms < settled.last_seen) {
      return reject(i, Rejection::kClockBackwards);
    }
    if (event.kind != Kind::kReport) return;
    if (settled.live()) {
      out_.reports.push_back(i);
    } else {
      reject(i, Rejection::kProofHolds);
    }
  }

  void reject(size_t i, Rejection reason) { out_.rejected.push_back({i, reason}); }

  std::set<std::string> flags_;
  const PageRow old_;
  PageRow row_;
  const Age old_age_;
  Age row_age_;
  std::span<const PageEvent> events_;
  JoinedEvents& out_;
};

}  // namespace

JoinedEvents join_events(group_state::StateView& state, std::span<const PageEvent> events) {
  JoinedEvents out;
  std::map<std::string_view, std::vector<size_t>> by_page;
  for (size_t i = 0; i < events.size(); ++i) {
    const PageEvent& event = events[i];
    bool nameless = event.key.empty();
    bool aimless = event.kind == Kind::kRedirect && event.target.empty();
    size_t longest = std::max({event.key.size(), event.url.size(), event.target.size()});
    if (nameless || aimless) {
      out.rejected.push_back({i, Rejection::kNoUrl});
    } else if (longest > group_state::kLongestUrl) {
      out.rejected.push_back({i, Rejection::kLongUrl});
    } else {
      by_page[event.key].push_back(i);
    }
  }
  for (const auto& [key, of_page] : by_page) {
    PageRow old = state.page(key);
    const PageRow::Incoming incoming = std::exchange(old.incoming, {});  // not of its events
    PageRow row = PageJoin(old, events, out).join(of_page);
    if (row.encode() == old.encode()) continue;
    row.incoming = incoming;
    state.set_page(key, old, row);
    out.changed.emplace_back(key);
  }
  state.settle_incoming();
  std::sort(out.rejected.begin(), out.rejected.end(),
            [](const RejectedEvent& a, const RejectedEvent& b) { return a.event < b.event; });
  return out;
}

}  // namespace doppel::rounds
