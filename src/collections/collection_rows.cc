// Tested by collection_rows_test.cc.
#include "collections/collection_rows.h"

#include <algorithm>
#include <bit>

#include "base/bytes.h"
#include "base/guard.h"
#include "group_state/keys.h"
#include "living_store/words_row.h"

namespace doppel {
namespace collections {
namespace {

using group_state::Key, group_state::PageEvent;

constexpr uint8_t kVersion = 1;
constexpr size_t kLongestName = 64;
constexpr int kNumberBytes = 8;
constexpr auto kLastKind = static_cast<uint8_t>(PageEvent::Kind::kReport);

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool may_be_in_a_name(char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; }

void write_fields(const group_state::Fields& fields, ByteWriter& out) {
  out.varint(fields.size());
  for (const auto& [name, value] : fields) {
    out.string(name);
    out.string(value);
  }
}

group_state::Fields read_fields(ByteReader& in) {
  group_state::Fields out;
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    const std::string_view name = in.string();
    out.emplace(name, in.string());
  }
  return out;
}

}  // namespace

std::string CollectionRow::encode() const {
  ByteWriter out;
  out.u8(kVersion);
  out.u8(committed ? 1 : 0);
  for (uint64_t value : {number, begin, end, pages, bytes}) out.varint(value);
  out.u64(static_cast<uint64_t>(first_ms));
  out.u64(static_cast<uint64_t>(last_ms));
  out.varint(first_round);
  out.varint(last_round);
  return std::move(out).take();
}

std::optional<CollectionRow> CollectionRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  CollectionRow out;
  const uint8_t version = in.u8(), committed = in.u8();
  out.committed = committed == 1;
  for (uint64_t* value : {&out.number, &out.begin, &out.end, &out.pages, &out.bytes}) {
    *value = in.varint();
  }
  out.first_ms = static_cast<int64_t>(in.u64());
  out.last_ms = static_cast<int64_t>(in.u64());
  out.first_round = in.varint();
  out.last_round = in.varint();
  const bool sound = version == kVersion && committed <= 1 && out.begin <= out.end;
  return sound && in.done() ? std::optional(out) : std::nullopt;
}

Collection public_collection(std::string name, const CollectionRow& row) {
  return {.name = std::move(name),
          .committed = row.committed,
          .updates = row.end,
          .waiting = row.end - row.begin,
          .pages = row.pages,
          .bytes = row.bytes,
          .first_ms = row.first_ms,
          .last_ms = row.last_ms,
          .first_round = row.first_round,
          .last_round = row.last_round};
}

std::string StagedPage::encode() const {
  ByteWriter out;
  out.u8(kVersion);
  out.u8(newest ? 1 : 0);
  if (newest) {
    out.varint(newest->version);
    out.varint(newest->place);
  }
  return std::move(out).take();
}

std::optional<StagedPage> StagedPage::decode(std::string_view bytes) {
  ByteReader in(bytes);
  StagedPage out;
  const uint8_t version = in.u8(), has_newest = in.u8();
  if (has_newest == 1) {
    out.newest.emplace();
    out.newest->version = in.varint();
    out.newest->place = in.varint();
  }
  const bool sound = version == kVersion && has_newest <= 1;
  return sound && in.done() ? std::optional(out) : std::nullopt;
}

std::string encode_event(const PageEvent& event, std::string_view text,
                         const codec::TextPacker& packer) {
  ByteWriter out;
  out.u8(kVersion);
  out.u8(static_cast<uint8_t>(event.kind));
  out.string(event.key);
  out.varint(event.version);
  out.u64(static_cast<uint64_t>(event.time_ms));
  switch (event.kind) {
    case PageEvent::Kind::kUpsert:
      out.u64(event.content.high);
      out.u64(event.content.low);
      out.string(event.url);
      out.u64(std::bit_cast<uint64_t>(event.score));
      out.string(event.canonical);
      out.string(event.domain);
      write_fields(event.fields, out);
      out.string(living_store::words_row(text, packer));
      break;
    case PageEvent::Kind::kRedirect:
      out.string(event.target);
      out.u8(event.permanent ? 1 : 0);
      break;
    case PageEvent::Kind::kDead: out.varint(event.http_status); break;
    case PageEvent::Kind::kFlag: out.string(event.flag); break;
    case PageEvent::Kind::kDelete:
    case PageEvent::Kind::kTouch:
    case PageEvent::Kind::kReport: break;
  }
  return std::move(out).take();
}

Result<StagedEvent> decode_event(std::string_view bytes, const codec::TextUnpacker& unpacker) {
  ByteReader in(bytes);
  StagedEvent out;
  PageEvent& event = out.event;
  const uint8_t version = in.u8(), kind = in.u8();
  if (version != kVersion || kind > kLastKind) return corrupt("a staged update is damaged");
  event.kind = static_cast<PageEvent::Kind>(kind);
  event.key = in.string();
  event.version = in.varint();
  event.time_ms = static_cast<int64_t>(in.u64());
  std::string_view text;
  switch (event.kind) {
    case PageEvent::Kind::kUpsert:
      event.content.high = in.u64();
      event.content.low = in.u64();
      event.url = in.string();
      event.score = std::bit_cast<double>(in.u64());
      event.canonical = in.string();
      event.domain = in.string();
      event.fields = read_fields(in);
      text = in.string();
      break;
    case PageEvent::Kind::kRedirect:
      event.target = in.string();
      event.permanent = in.u8() == 1;
      break;
    case PageEvent::Kind::kDead: event.http_status = static_cast<uint16_t>(in.varint()); break;
    case PageEvent::Kind::kFlag: event.flag = in.string(); break;
    case PageEvent::Kind::kDelete:
    case PageEvent::Kind::kTouch:
    case PageEvent::Kind::kReport: break;
  }
  if (!in.done()) return corrupt("a staged update is damaged");
  if (event.kind != PageEvent::Kind::kUpsert) return out;
  if (auto read = living_store::read_words_row(text, unpacker, out.text); !read) {
    return read.error();
  }
  return out;
}

std::string collection_key(std::string_view name) { return Key('K').last(name); }
std::string rows_prefix(uint64_t number) { return Key('U').number(number, kNumberBytes); }

uint64_t number_in(std::string_view key) {
  return group_state::number_at_end(key.substr(0, 1 + kNumberBytes), kNumberBytes);
}

std::string input_key(uint64_t number, std::string_view path) {
  return Key('U').number(number, kNumberBytes).last("i").last(path);
}

std::string page_key(uint64_t number, std::string_view key_url) {
  return Key('U').number(number, kNumberBytes).last("p").last(key_url);
}

std::string event_key(uint64_t number, uint64_t place) {
  return Key('U').number(number, kNumberBytes).last("u").number(place, kNumberBytes);
}

}  // namespace collections

Status check_collection_name(std::string_view name) try {
  const bool fits = !name.empty() && name.size() <= collections::kLongestName &&
                    collections::is_letter_or_digit(name[0]) &&
                    std::all_of(name.begin(), name.end(), collections::may_be_in_a_name);
  if (fits) return {};
  return invalid_argument("a collection is named by 1 to " +
                          std::to_string(collections::kLongestName) +
                          " letters, digits, dots, hyphens and underscores, beginning with a "
                          "letter or a digit (got \"" +
                          std::string(name.substr(0, 2 * collections::kLongestName)) + "\")");
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
