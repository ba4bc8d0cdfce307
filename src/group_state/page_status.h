// Is this page a duplicate, of what, and how sure are we? The answer to a status query.
//
// A removal is verified again before it is reported: if the page no longer resembles the page kept
// instead, it is not reported as a duplicate, and the caller should submit a report event
// (PageEvent::Kind::kReport) with its next round; a group with many of them is recomputed. In mode
// sound the verification never fails, unless the source of neighbours has changed.
//
// Freshness: the caller provides `now` and the events that wait for a round; there is no clock
// here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "group_state/answers.h"
#include "group_state/group_state.h"
#include "group_state/page_event.h"
#include "similarity/neighbour_source.h"

namespace doppel::group_state {

struct StatusQuery {
  std::string_view key;
  std::string_view market = group::kNeutral;
  int64_t now_ms = 0;
  std::span<const PageEvent> waiting = {};  // submitted, not yet in a committed round
  bool verify = true;  // otherwise a stored proof that has counts is reported as it is
};

struct PageStatus {
  enum class Verdict : uint8_t { kUnknown, kKept, kRemoved, kRedirect, kDead };

  PageRow page;                // as it is stored
  std::optional<Proof> proof;  // kRemoved; or kKept, when verification failed
  StoredTextId kept_text;      // with a proof: the text of the page kept instead
  Chain chain;                 // kRedirect
  std::string group, winner;   // winner: "" when no page of the group is live
  std::vector<std::string> flags;
  int64_t age_ms = 0;  // since the page was last seen; 0 if that is later than now

  uint16_t http_status = 0;  // kDead; 0: expired
  Verdict verdict = Verdict::kUnknown;
  bool verification_failed = false;  // then a report is due
  bool permanent = false;            // kRedirect
  bool recheck_due = false;          // freshness.h
  bool pending = false;  // a newer version waits for a round; this is the previous verdict
};

// The neighbours should be those of the same reader: a view of state.neighbours().
// Errors: those of the store and the source; kInvalidArgument for an unknown market. A page that is
// not there is kUnknown, not an error.
Result<PageStatus> page_status(const GroupReader& state, const StatusQuery& query,
                               similarity::NeighbourQueries& neighbours, const Rules& rules);

}  // namespace doppel::group_state
