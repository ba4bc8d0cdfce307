#include "group_state/event.h"

#include <array>

#include "base/bytes.h"

namespace doppel::group_state {
namespace {

constexpr uint8_t kEventsVersion = 1;
// Bits of an event's second byte: two values, and which of the other fields follow.
constexpr uint8_t kPermanent = 1, kFull = 2, kGroup = 4, kOther = 8, kMarket = 16, kProof = 32,
                  kHttpStatus = 64;
constexpr std::array<std::string_view, 12> kNames = {
    "left",     "merged",  "split",          "joined",  "died",           "redirected",
    "restored", "removed", "winner_changed", "flagged", "market_removed", "market_added"};
uint8_t bits_of(const Event& event) {
  int out = 0;
  if (event.permanent) out |= kPermanent;
  if (event.view == View::kFull) out |= kFull;
  if (!event.group.empty()) out |= kGroup;
  if (!event.other.empty()) out |= kOther;
  if (!event.market.empty()) out |= kMarket;
  if (event.level != Level::kNear || event.similarity != Similarity{}) out |= kProof;
  if (event.http_status != 0) out |= kHttpStatus;
  return static_cast<uint8_t>(out);
}

void write(ByteWriter& out, const Event& event) {
  const uint8_t bits = bits_of(event);
  out.u8(static_cast<uint8_t>(event.kind));
  out.u8(bits);
  out.string(event.page);
  if ((bits & kGroup) != 0) out.string(event.group);
  if ((bits & kOther) != 0) out.string(event.other);
  if ((bits & kMarket) != 0) out.string(event.market);
  if ((bits & kProof) != 0) {
    out.u8(static_cast<uint8_t>(event.level));
    out.varint(event.similarity.common);
    out.varint(event.similarity.left_only);
    out.varint(event.similarity.right_only);
  }
  if ((bits & kHttpStatus) != 0) out.varint(event.http_status);
}

// False if these are not the bytes of an event.
bool read(ByteReader& in, Event& out) {
  const uint8_t kind = in.u8(), bits = in.u8();
  if (kind >= kNames.size() || bits >= 2 * kHttpStatus) return false;
  out.kind = static_cast<EventKind>(kind);
  out.permanent = (bits & kPermanent) != 0;
  out.view = (bits & kFull) != 0 ? View::kFull : View::kMain;
  out.page = in.string();
  if ((bits & kGroup) != 0) out.group = in.string();
  if ((bits & kOther) != 0) out.other = in.string();
  if ((bits & kMarket) != 0) out.market = in.string();
  if ((bits & kProof) != 0) {
    const uint8_t level = in.u8();
    if (level > static_cast<uint8_t>(Level::kNear)) return false;
    out.level = static_cast<Level>(level);
    out.similarity.common = static_cast<uint32_t>(in.varint());
    out.similarity.left_only = static_cast<uint32_t>(in.varint());
    out.similarity.right_only = static_cast<uint32_t>(in.varint());
  }
  if ((bits & kHttpStatus) != 0) out.http_status = static_cast<uint16_t>(in.varint());
  return in.ok();
}

}  // namespace

std::string_view name(EventKind kind) { return kNames.at(static_cast<size_t>(kind)); }

std::string encode_events(std::span<const Event> events) {
  ByteWriter out;
  out.u8(kEventsVersion);
  out.varint(events.empty() ? 0 : events[0].round);
  out.varint(events.size());
  for (const Event& event : events) write(out, event);
  return std::move(out).take();
}

std::optional<std::vector<Event>> decode_events(uint64_t first, std::string_view bytes) {
  ByteReader in(bytes);
  if (in.u8() != kEventsVersion) return std::nullopt;
  const uint64_t round = in.varint();
  std::vector<Event> out;
  for (uint64_t left = in.varint(); left > 0; --left) {
    Event& event = out.emplace_back();
    event.number = first++;
    event.round = round;
    if (!read(in, event)) return std::nullopt;
  }
  if (!in.done()) return std::nullopt;
  return out;
}

}  // namespace doppel::group_state
