#include "group/join_events.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "group/mutants.h"

namespace doppel::group {
namespace {

using Kind = PageEvent::Kind;

bool carries_a_state(Kind kind) { return kind <= Kind::kDelete; }

PageState state_of(Kind kind) {
  switch (kind) {
    case Kind::kUpsert: return PageState::kLive;
    case Kind::kRedirect: return PageState::kRedirect;
    case Kind::kDead: return PageState::kDead;
    default: return PageState::kAbsent;
  }
}

// The row that this event alone would make. Times and flags stay out: they join on their own.
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

// Newer is greater: by version; of one version delete, dead, redirect, upsert; then by content
// hash; then by everything else. Text ids play no part: they mean nothing outside the source.
auto age_of(const PageRow& row) {
  constexpr std::array<int, 4> kKindOrder = {4, 1, 2, 3};  // by PageState
  PageRow rest = row;
  rest.text = {};
  rest.flags.clear();
  rest.first_seen = rest.last_seen = 0;
  int kind = row.version == 0 ? 0 : kKindOrder[static_cast<size_t>(row.state)];
  return std::tuple(row.version, kind, row.content, rest.encode());
}

class PageJoin {
 public:
  PageJoin(const PageRow& old, std::span<const PageEvent> events, JoinedEvents& out)
      : old_(old), row_(old), events_(events), out_(out) {}

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
    return row_;
  }

 private:
  void see(size_t i) {
    const PageEvent& event = events_[i];
    if (mutant(Mutant::kDeadPagesKept) && event.kind == Kind::kDead && row_.live()) return;
    PageRow made = row_of(event);
    if (age_of(made) > age_of(row_) || mutant(Mutant::kOlderVersionAccepted)) take(std::move(made));
    if (event.kind == Kind::kDelete) return;
    row_.first_seen = std::min(row_.first_seen, event.time_ms);
    row_.last_seen = std::max(row_.last_seen, event.time_ms);
    if (mutant(Mutant::kFirstSeenOverwritten)) row_.first_seen = event.time_ms;
  }

  void take(PageRow made) {
    made.first_seen = row_.first_seen;
    made.last_seen = row_.last_seen;
    made.flags = row_.flags;
    if (mutant(Mutant::kDeletedVersionForgotten) && !made.present()) made.version = 0;
    row_ = std::move(made);
  }

  // What is said of an event, now that all of the round are joined.
  void judge(size_t i) {
    PageRow made = row_of(events_[i]);
    auto age = age_of(made), old_age = age_of(old_);
    if (age < old_age) {
      return reject(
          i, made.version < old_.version ? Rejection::kOlderVersion : Rejection::kSameVersion);
    }
    if (age == old_age) return;
    if (age < age_of(row_)) {
      ++out_.superseded;
    } else if (!made.present() && !old_.present()) {
      reject(i, Rejection::kUnknownPage);
    }
  }

  // Touches, flags and reports speak of the page as the round leaves it.
  void remark(size_t i, const PageRow& settled) {
    const PageEvent& event = events_[i];
    if (!settled.present()) return reject(i, Rejection::kUnknownPage);
    if (event.kind == Kind::kTouch) {
      if (event.time_ms < settled.last_seen) return reject(i, Rejection::kClockBackwards);
      row_.last_seen = std::max(row_.last_seen, event.time_ms);
    } else if (event.kind == Kind::kFlag) {
      row_.flags.insert(event.flag);
    } else if (settled.live()) {
      out_.reports.push_back(i);
    } else {
      reject(i, Rejection::kProofHolds);
    }
  }

  void reject(size_t i, Rejection reason) { out_.rejected.push_back({i, reason}); }

  const PageRow old_;
  PageRow row_;
  std::span<const PageEvent> events_;
  JoinedEvents& out_;
};

}  // namespace

std::string_view name(Rejection rejection) {
  constexpr std::array<std::string_view, 6> kNames = {
      "older_version", "same_version", "unknown_page", "clock_backwards", "no_url", "proof_holds"};
  return kNames.at(static_cast<size_t>(rejection));
}

JoinedEvents join_events(StateView& state, std::span<const PageEvent> events) {
  JoinedEvents out;
  std::map<std::string_view, std::vector<size_t>> by_page;
  for (size_t i = 0; i < events.size(); ++i) {
    bool nameless = events[i].key.empty();
    bool aimless = events[i].kind == Kind::kRedirect && events[i].target.empty();
    if (nameless || aimless) {
      out.rejected.push_back({i, Rejection::kNoUrl});
    } else {
      by_page[events[i].key].push_back(i);
    }
  }
  for (const auto& [key, of_page] : by_page) {
    PageRow old = state.page(key);
    PageRow row = PageJoin(old, events, out).join(of_page);
    if (row.encode() == old.encode()) continue;
    state.set_page(key, row);
    out.changed.emplace_back(key);
  }
  std::sort(out.rejected.begin(), out.rejected.end(),
            [](const RejectedEvent& a, const RejectedEvent& b) { return a.event < b.event; });
  return out;
}

}  // namespace doppel::group
