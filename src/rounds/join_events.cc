#include "rounds/join_events.h"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "group_state/mutants.h"

namespace doppel::rounds {
namespace {

using group_state::Mutant;
using group_state::PageEvent;
using group_state::PageRow;
using group_state::PageState;
using group_state::Rejection;

using Kind = PageEvent::Kind;

using PageOfEvent = std::pair<std::string_view, size_t>;  // key URL, index of the event

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

// A row whose age can be compared. Newer is greater: by version; in one version delete, dead,
// redirect, upsert, no event, in this order; then by content hash; then by all other fields except
// text ids, which have no meaning outside the source. REQUIRES: the row has no flags.
class AgedRow {
 public:
  explicit AgedRow(PageRow row) : row_(std::move(row)) {}

  const PageRow& row() const { return row_; }
  // Does not change the age.
  PageRow& times() { return row_; }
  PageRow take() && { return std::move(row_); }

  std::strong_ordering operator<=>(const AgedRow& other) const {
    if (auto order = row_.version <=> other.row_.version; order != 0) return order;
    if (auto order = kind() <=> other.kind(); order != 0) return order;
    if (auto order = row_.content <=> other.row_.content; order != 0) return order;
    return rest() <=> other.rest();
  }
  bool operator==(const AgedRow& other) const { return (*this <=> other) == 0; }

 private:
  int kind() const {
    constexpr std::array<int, 5> kOrder = {4, 1, 2, 3, 0};  // by PageState
    return kOrder[static_cast<size_t>(row_.state)];
  }
  // Rarely needed, and then often: computed once.
  const std::string& rest() const {
    if (!rest_) {
      PageRow rest = row_;
      rest.text = {};
      rest.first_seen = rest.last_seen = 0;
      rest.changed = PageRow::kNever;
      rest.incoming = {};
      rest.number = 0;
      rest_ = rest.encode();
    }
    return *rest_;
  }

  PageRow row_;
  mutable std::optional<std::string> rest_;
};

// What a page was in some version, as far as it tells whether the page has changed.
struct Glimpse {
  uint64_t version = 0;
  Kind kind = Kind::kUpsert;
  Hash128 what;  // the content; of a redirect its target, of a dead page its status
  int64_t time_ms = 0;

  bool same_page(const Glimpse& other) const { return kind == other.kind && what == other.what; }
  bool is_newer_than(const Glimpse& other) const {
    return std::tie(version, kind, what) > std::tie(other.version, other.kind, other.what);
  }
  auto operator<=>(const Glimpse&) const = default;
};

Glimpse glimpse_of(const PageEvent& event) {
  Glimpse out{event.version, event.kind, event.content, event.time_ms};
  if (event.kind == Kind::kRedirect) out.what = hash128(event.target);
  if (event.kind == Kind::kDead) out.what = {0, event.http_status};
  return out;
}

Glimpse glimpse_of(const PageRow& row) {
  constexpr std::array<Kind, 4> kKinds = {Kind::kDelete, Kind::kUpsert, Kind::kRedirect,
                                          Kind::kDead};  // by PageState
  Glimpse out{row.version, kKinds[static_cast<size_t>(row.state)], row.content, row.last_seen};
  if (row.redirects()) out.what = hash128(row.target);
  if (row.state == PageState::kDead) out.what = {0, row.http_status};
  return out;
}

// When the page became what it is, of which `old` is the row before the round: the events of the
// round are walked from the oldest version to the newest, so that it does not matter whether they
// came in one round or in several. An event from before the row proves at most that the page was
// something else before it was first seen.
int64_t changed_after(const PageRow& old, std::vector<Glimpse> events) {
  std::sort(events.begin(), events.end());
  int64_t out = old.changed;
  std::optional<Glimpse> last;
  if (old.state != PageState::kUnknown) last = glimpse_of(old);
  const std::optional<Glimpse> stored = last;
  for (const Glimpse& event : events) {
    if (stored && !event.is_newer_than(*stored)) {
      const bool proves = !event.same_page(*stored) && event.time_ms < old.first_seen;
      if (proves && old.changed == PageRow::kNever) out = old.first_seen;
      continue;
    }
    if (last && !event.same_page(*last)) out = event.time_ms;
    last = event;
  }
  return out;
}

// While events are joined, the flags of a page are kept apart from its row, and its age is computed
// only when it changes. So the cost of an event does not depend on what the page has already.

class PageJoin {
 public:
  PageJoin(PageRow old, std::span<const PageEvent> events, JoinedEvents& out)
      : flags_(std::exchange(old.flags, {})),
        old_(old),
        row_(std::move(old)),
        events_(events),
        out_(out) {}

  PageRow join(std::span<const PageOfEvent> of_page) {
    for (const auto& [key, i] : of_page) {
      if (carries_a_state(events_[i].kind)) see(i);
    }
    for (const auto& [key, i] : of_page) {
      if (carries_a_state(events_[i].kind)) judge(i);
    }
    set_changed(of_page);
    const PageRow settled = row_.row();
    for (const auto& [key, i] : of_page) {
      if (!carries_a_state(events_[i].kind)) remark(i, settled);
    }
    PageRow out = std::move(row_).take();
    out.flags = std::move(flags_);
    return out;
  }

 private:
  void see(size_t i) {
    const PageEvent& event = events_[i];
    if (mutant(Mutant::kDeadPagesKept) && event.kind == Kind::kDead && row_.row().live()) return;
    AgedRow made(row_of(event));
    if (made > row_ || mutant(Mutant::kOlderVersionAccepted)) take(std::move(made));
    if (event.kind == Kind::kDelete) return;
    PageRow& row = row_.times();
    row.first_seen = std::min(row.first_seen, event.time_ms);
    row.last_seen = std::max(row.last_seen, event.time_ms);
    if (mutant(Mutant::kFirstSeenOverwritten)) row.first_seen = event.time_ms;
  }

  void set_changed(std::span<const PageOfEvent> of_page) {
    std::vector<Glimpse> glimpses;
    for (const auto& [key, i] : of_page) {
      if (carries_a_state(events_[i].kind)) glimpses.push_back(glimpse_of(events_[i]));
    }
    if (!glimpses.empty()) row_.times().changed = changed_after(old_.row(), std::move(glimpses));
  }

  // What does not come from the event that made the row stays.
  void take(AgedRow made) {
    if (mutant(Mutant::kDeletedVersionForgotten) && !made.row().present()) {
      made = AgedRow(PageRow{});
    }
    PageRow& row = made.times();
    row.first_seen = row_.row().first_seen;
    row.last_seen = row_.row().last_seen;
    row.incoming = row_.row().incoming;
    row.number = row_.row().number;
    row_ = std::move(made);
  }

  // Decides whether an event is rejected, after all events of the round were joined.
  void judge(size_t i) {
    const AgedRow made(row_of(events_[i]));
    if (made < old_) {
      const bool older = made.row().version < old_.row().version;
      return reject(i, older ? Rejection::kOlderVersion : Rejection::kSameVersion);
    }
    if (made == old_) return;
    if (made < row_) {
      ++out_.superseded;
    } else if (!made.row().present() && !old_.row().present()) {
      reject(i, Rejection::kUnknownPage);
    }
  }

  // Touches and flags are joined whether or not the page exists. Whether they are rejected, as for
  // reports, depends on the page after the round.
  void remark(size_t i, const PageRow& settled) {
    const PageEvent& event = events_[i];
    if (event.kind == Kind::kTouch) {
      row_.times().last_seen = std::max(row_.row().last_seen, event.time_ms);
    }
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
  const AgedRow old_;
  AgedRow row_;
  std::span<const PageEvent> events_;
  JoinedEvents& out_;
};

// An event that shows a page as it is: in the same version or a newer one, with the same content.
// No other event is as frequent.
bool repeats(const PageEvent& event, const PageRow& row) {
  if (mutant(Mutant::kFirstSeenOverwritten)) return false;
  return event.kind == Kind::kUpsert && row.live() && event.version >= row.version &&
         event.time_ms >= row.first_seen && event.content == row.content &&
         event.text == row.text && (event.url == event.key ? "" : event.url) == row.url &&
         std::bit_cast<uint64_t>(event.score) == std::bit_cast<uint64_t>(row.score) &&
         event.canonical == row.canonical && event.domain == row.domain &&
         event.fields == row.fields;
}

// What the events make of the page. Nothing if it stays as it was, or if it was only seen again.
std::optional<PageRow> joined(const PageRow& old, std::span<const PageEvent> events,
                              std::span<const PageOfEvent> of_page, group_state::StateView& state,
                              JoinedEvents& out) {
  PageRow row;
  if (of_page.size() == 1 && repeats(events[of_page[0].second], old)) {
    const PageEvent& event = events[of_page[0].second];
    if (event.version == old.version && event.time_ms <= old.last_seen) return std::nullopt;
    row.number = old.number;
    row.version = event.version;
    row.last_seen = std::max(old.last_seen, event.time_ms);
  } else {
    row = PageJoin(old, events, out).join(of_page);
    const bool same_touches = row.version == old.version && row.last_seen == old.last_seen;
    if (same_but_for_touches(row, old) && same_touches) return std::nullopt;
    // A page without events may lose its row, and with it the number that touches refer to.
    const bool has_events = old.state != PageState::kUnknown;
    if (!has_events || !same_but_for_touches(row, old)) return row;
  }
  if (!mutant(Mutant::kTouchesForgotten)) state.touch(row);
  ++out.touched;
  return std::nullopt;
}

// The events in the order of their pages. Rejects those of no page.
std::vector<PageOfEvent> sorted_by_page(std::span<const PageEvent> events, JoinedEvents& out) {
  std::vector<PageOfEvent> by_page;
  by_page.reserve(events.size());
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
      by_page.emplace_back(event.key, i);
    }
  }
  if (!std::is_sorted(by_page.begin(), by_page.end())) std::sort(by_page.begin(), by_page.end());
  return by_page;
}

}  // namespace

bool is_newer(const PageEvent& event, PageRow row) {
  if (!carries_a_state(event.kind)) return false;
  row.flags.clear();
  return AgedRow(row_of(event)) > AgedRow(std::move(row));
}

bool is_newer(const PageEvent& event, const PageEvent& other) {
  if (!carries_a_state(event.kind)) return false;
  return !carries_a_state(other.kind) || AgedRow(row_of(event)) > AgedRow(row_of(other));
}

JoinedEvents join_events(group_state::StateView& state, std::span<const PageEvent> events) {
  JoinedEvents out;
  const std::vector<PageOfEvent> by_page = sorted_by_page(events, out);
  std::vector<std::string_view> keys;
  for (const auto& [key, i] : by_page) {
    if (keys.empty() || keys.back() != key) keys.push_back(key);
  }
  state.prefetch_pages(keys);
  std::span<const PageOfEvent> rest = by_page;
  for (std::string_view key : keys) {
    size_t count = 1;
    while (count < rest.size() && rest[count].first == key) ++count;
    const PageRow& old = state.page(key);
    if (auto row = joined(old, events, rest.first(count), state, out)) {
      out.changed.push_back({key, &old, &state.set_page(key, old, *std::move(row))});
    }
    rest = rest.subspan(count);
  }
  state.settle_incoming();
  std::sort(out.rejected.begin(), out.rejected.end(),
            [](const RejectedEvent& a, const RejectedEvent& b) { return a.event < b.event; });
  return out;
}

}  // namespace doppel::rounds
