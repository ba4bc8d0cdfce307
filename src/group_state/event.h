// The numbered change events of a store.
//
// There is one event for each change of a group, a winner or a removal. Numbers run from 1 without
// a gap, so a consumer that resumes from a number misses none; tests replay them to the current
// state (tests/support/state_dump.h). The events of a round are in the order of the kinds below,
// then by market, group and page; only a change of markets comes first, and its other events are in
// any order.
//
// Stored in rows of at most kEventsPerRow events of one round: docs/design/groups.md has the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/extract.h"
#include "doppel/types.h"

namespace doppel::group_state {

// Stored: never renumber.
enum class EventKind : uint8_t {
  kLeft = 0,           // page, group: left its group, or the store if no joined follows
  kMerged = 1,         // group, other: all pages of `group` now belong to `other`
  kSplit = 2,          // group, other: `other` was split off; joined events name its pages
  kJoined = 3,         // page, group: live and kept, unless a later event says otherwise
  kDied = 4,           // page, http_status (0: expired)
  kRedirected = 5,     // page, other: where it ends, "" in a circle; permanent
  kRestored = 6,       // page, market: no longer removed
  kRemoved = 7,        // page, market, other: kept instead; level, similarity, view; or proved anew
  kWinnerChanged = 8,  // group, market, page
  kFlagged = 9,        // page, group, other: the flag
  kMarketRemoved = 10,  // market: it has no winners and no verdicts any more
  kMarketAdded = 11,    // market: until later events, it says of each group and page what the
                        // neutral market says
};
std::string_view name(EventKind kind);

struct Event {
  uint64_t number = 0;
  uint64_t round = 0;
  EventKind kind = EventKind::kJoined;
  std::string page = {}, group = {}, other = {}, market = {};
  Level level = Level::kNear;
  Similarity similarity = {};
  View view = View::kMain;  // the view of these counts, if texts have two
  uint16_t http_status = 0;
  bool permanent = false;

  friend bool operator==(const Event&, const Event&) = default;
};

// A row of table e. Its key is the number of its first event.
inline constexpr size_t kEventsPerRow = 100;
// REQUIRES: the events are of one round, and their numbers follow each other.
std::string encode_events(std::span<const Event> events);
// `first`: the number of the first event. nullopt if the bytes are not those of a row.
std::optional<std::vector<Event>> decode_events(uint64_t first, std::string_view bytes);

}  // namespace doppel::group_state
