#include "group_state/event.h"

#include <array>

#include "base/bytes.h"

namespace doppel::group_state {
namespace {

constexpr uint8_t kEventVersion = 1;
constexpr uint8_t kPermanent = 1, kFull = 2;  // bits of the last byte
constexpr std::array<std::string_view, 10> kNames = {
    "left",       "merged",   "split",   "joined",         "died",
    "redirected", "restored", "removed", "winner_changed", "flagged"};

}  // namespace

std::string_view name(EventKind kind) { return kNames.at(static_cast<size_t>(kind)); }

std::string Event::encode() const {
  ByteWriter out;
  out.u8(kEventVersion);
  out.varint(number);
  out.varint(round);
  out.u8(static_cast<uint8_t>(kind));
  for (const std::string* s : {&page, &group, &other, &market}) out.string(*s);
  out.u8(static_cast<uint8_t>(level));
  out.varint(similarity.common);
  out.varint(similarity.left_only);
  out.varint(similarity.right_only);
  out.u32(http_status);
  out.u8(static_cast<uint8_t>((permanent ? kPermanent : 0) | (view == View::kFull ? kFull : 0)));
  return out.bytes();
}

std::optional<Event> Event::decode(std::string_view bytes) {
  ByteReader in(bytes);
  Event out;
  if (in.u8() != kEventVersion) return std::nullopt;
  out.number = in.varint();
  out.round = in.varint();
  uint8_t kind = in.u8();
  for (std::string* s : {&out.page, &out.group, &out.other, &out.market}) *s = in.string();
  uint8_t level = in.u8();
  out.similarity.common = static_cast<uint32_t>(in.varint());
  out.similarity.left_only = static_cast<uint32_t>(in.varint());
  out.similarity.right_only = static_cast<uint32_t>(in.varint());
  out.http_status = static_cast<uint16_t>(in.u32());
  const uint8_t bits = in.u8();
  out.permanent = (bits & kPermanent) != 0;
  out.view = (bits & kFull) != 0 ? View::kFull : View::kMain;
  if (!in.done() || bits > (kPermanent | kFull) || kind >= kNames.size() ||
      level > static_cast<uint8_t>(Level::kNear)) {
    return std::nullopt;
  }
  out.kind = static_cast<EventKind>(kind);
  out.level = static_cast<Level>(level);
  return out;
}

}  // namespace doppel::group_state
