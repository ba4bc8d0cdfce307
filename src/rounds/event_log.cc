// A row has the events of one round only, at most kEventsPerRow, and its key is the number of the
// first. So the row of an event begins at most that many numbers before it:
//
//   rows     |1 .. 100|101 .. 117|118|119|120 .. 219|          117, 118, 119 and 219 end a round
//   event 205 is sought from 106 on, and found in the row that begins at 120
//
// Tested by round_test.cc.
#include "rounds/event_log.h"

#include <algorithm>
#include <optional>

#include "base/bytes.h"

namespace doppel::rounds {
namespace {

using group_state::decode_events;
using group_state::Event;
using group_state::GroupState;
using group_state::kEventsPerRow;
using group_state::Key;
using group_state::RowView;
using group_state::StateView;

std::string row_key(uint64_t first) { return Key('e').number(first, 8); }

constexpr uint8_t kFirstEventVersion = 1;
const char* const kFirstEventKey = "f";

// The number of the first event that was not trimmed.
uint64_t first_event(const RowView& rows) {
  const std::optional<std::string> bytes = rows.get(kFirstEventKey);
  if (!bytes) return 1;
  ByteReader in(*bytes);
  const uint8_t version = in.u8();
  const uint64_t first = in.varint();
  if (version != kFirstEventVersion || !in.done()) {
    rows.fail(corrupt("the row of table f is damaged"));
  }
  return first;
}

std::string first_event_row(uint64_t first) {
  ByteWriter out;
  out.u8(kFirstEventVersion);
  out.varint(first);
  return std::move(out).take();
}

}  // namespace

void write_events(std::span<const Event> events, RowView& rows) {
  for (; !events.empty(); events = events.subspan(std::min(events.size(), kEventsPerRow))) {
    const auto of_row = events.first(std::min(events.size(), kEventsPerRow));
    rows.put(row_key(of_row[0].number), encode_events(of_row));
  }
}

Result<std::vector<Event>> events_since(const GroupState& state, uint64_t from, size_t limit) {
  const group_state::Rules none;
  const StateView view = state.view(none);
  from = std::max<uint64_t>(from, 1);
  const uint64_t first = first_event(view.rows());
  if (view.rows().status().ok() && from < first) {
    return not_found("events before number " + std::to_string(first) +
                     " are no longer kept (asked for " + std::to_string(from) +
                     "): start again from an export");
  }
  std::vector<Event> out;
  const uint64_t begin = from - std::min<uint64_t>(from, kEventsPerRow - 1);
  // A change of markets writes its events before they count.
  view.rows().scan_range(row_key(begin), row_key(view.meta().events + 1),
                         [&](std::string_view key, std::string_view bytes) {
                           auto events = decode_events(group_state::number_at_end(key, 8), bytes);
                           if (!events) {
                             view.rows().fail(corrupt("a row of table e is damaged"));
                             return false;
                           }
                           for (Event& event : *events) {
                             if (event.number < from) continue;
                             if (out.size() == limit) return false;
                             out.push_back(std::move(event));
                           }
                           return true;
                         });
  if (!view.rows().status().ok()) return view.rows().status();
  return out;
}

Status trim_events(const GroupState& state, uint64_t before, store::Batch& changes) {
  const group_state::Rules none;
  const StateView view = state.view(none);
  const uint64_t last = view.meta().events;
  const uint64_t first = first_event(view.rows());
  before = std::min(before, last + 1);
  // The last row that begins before the number is whole if another one begins at the number.
  std::vector<uint64_t> rows;
  view.rows().scan_range(row_key(first), row_key(before + 1),
                         [&](std::string_view key, std::string_view) {
                           rows.push_back(group_state::number_at_end(key, 8));
                           return true;
                         });
  if (!view.rows().status().ok()) return view.rows().status();
  if (before == last + 1) rows.push_back(before);
  if (rows.size() < 2) return {};
  for (size_t i = 0; i + 1 < rows.size(); ++i) changes.erase(row_key(rows[i]));
  changes.put(kFirstEventKey, first_event_row(rows.back()));
  return {};
}

}  // namespace doppel::rounds
