#include "group_state/rows.h"

#include <bit>

#include "base/bytes.h"

namespace doppel::group_state {
namespace {

constexpr uint8_t kRowVersion = 1;
constexpr uint8_t kFullViewVersion = 2;  // of a CoverRow
constexpr uint8_t kChangedVersion = 2;   // of a PageRow

void write(ByteWriter& out, const std::set<std::string>& strings) {
  out.varint(strings.size());
  for (const std::string& s : strings) out.string(s);
}

void read(ByteReader& in, std::set<std::string>& strings) {
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) strings.emplace(in.string());
}

ByteWriter begin_row() {
  ByteWriter out;
  out.u8(kRowVersion);
  return out;
}

}  // namespace

bool PageRow::nothing() const {
  return state == PageState::kUnknown && version == 0 && first_seen == kNever &&
         last_seen == -kNever && flags.empty() && incoming.redirects == 0 && incoming.names == 0;
}

bool same_but_for_touches(const PageRow& a, const PageRow& b) {
  return a.state == b.state && a.first_seen == b.first_seen && a.changed == b.changed &&
         a.text == b.text && a.content == b.content && a.url == b.url &&
         std::bit_cast<uint64_t>(a.score) == std::bit_cast<uint64_t>(b.score) &&
         a.canonical == b.canonical && a.domain == b.domain && a.fields == b.fields &&
         a.target == b.target && a.permanent == b.permanent && a.http_status == b.http_status &&
         a.flags == b.flags;
}

std::string PageRow::encode() const {
  ByteWriter out;
  out.u8(changed == kNever ? kRowVersion : kChangedVersion);
  out.reserve(96 + url.size() + canonical.size() + domain.size() + target.size());
  out.u8(static_cast<uint8_t>(state));
  out.varint(version);
  out.u64(static_cast<uint64_t>(first_seen));
  out.u64(static_cast<uint64_t>(last_seen));
  write(out, flags);
  out.u64(text.value);
  out.u64(content.high);
  out.u64(content.low);
  out.string(url);
  out.u64(std::bit_cast<uint64_t>(score));
  out.string(canonical);
  out.string(domain);
  out.varint(fields.size());
  for (const auto& [name, value] : fields) {
    out.string(name);
    out.string(value);
  }
  out.string(target);
  out.u8(permanent ? 1 : 0);
  out.u32(http_status);
  out.varint(incoming.redirects);
  out.varint(incoming.names);
  out.varint(number);
  if (changed != kNever) out.u64(static_cast<uint64_t>(changed));
  return std::move(out).take();
}

std::optional<PageRow> PageRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  PageRow out;
  uint8_t version = in.u8(), state = in.u8();
  if (version != kRowVersion && version != kChangedVersion) return std::nullopt;
  if (state > static_cast<uint8_t>(PageState::kUnknown)) return std::nullopt;
  out.state = static_cast<PageState>(state);
  out.version = in.varint();
  out.first_seen = static_cast<int64_t>(in.u64());
  out.last_seen = static_cast<int64_t>(in.u64());
  read(in, out.flags);
  out.text = {in.u64()};
  out.content.high = in.u64();
  out.content.low = in.u64();
  out.url = in.string();
  out.score = std::bit_cast<double>(in.u64());
  out.canonical = in.string();
  out.domain = in.string();
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    std::string name(in.string());
    out.fields[name] = in.string();
  }
  out.target = in.string();
  out.permanent = in.u8() != 0;
  out.http_status = static_cast<uint16_t>(in.u32());
  out.incoming.redirects = in.varint();
  out.incoming.names = in.varint();
  out.number = in.varint();
  if (version == kChangedVersion) out.changed = static_cast<int64_t>(in.u64());
  if (!in.done()) return std::nullopt;
  return out;
}

std::string TextRow::encode() const {
  ByteWriter out = begin_row();
  out.varint(pages);
  out.varint(group);
  out.string(page);
  return std::move(out).take();
}

std::optional<TextRow> TextRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  TextRow out;
  if (in.u8() != kRowVersion) return std::nullopt;
  out.pages = in.varint();
  out.group = in.varint();
  out.page = in.string();
  if (!in.done()) return std::nullopt;
  return out;
}

std::string GroupRow::encode() const {
  ByteWriter out = begin_row();
  out.string(founder);
  out.varint(round);
  out.varint(texts);
  write(out, unverified);
  return std::move(out).take();
}

std::optional<GroupRow> GroupRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  GroupRow out;
  if (in.u8() != kRowVersion) return std::nullopt;
  out.founder = in.string();
  out.round = in.varint();
  out.texts = in.varint();
  read(in, out.unverified);
  if (!in.done()) return std::nullopt;
  return out;
}

std::string CoverRow::encode() const {
  ByteWriter out;
  out.u8(view == View::kFull ? kFullViewVersion : kRowVersion);
  out.u64(kept.value);
  out.varint(similarity.common);
  out.varint(similarity.left_only);
  out.varint(similarity.right_only);
  return std::move(out).take();
}

std::optional<CoverRow> CoverRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  CoverRow out;
  const uint8_t version = in.u8();
  if (version != kRowVersion && version != kFullViewVersion) return std::nullopt;
  out.view = version == kFullViewVersion ? View::kFull : View::kMain;
  out.kept = {in.u64()};
  out.similarity.common = static_cast<uint32_t>(in.varint());
  out.similarity.left_only = static_cast<uint32_t>(in.varint());
  out.similarity.right_only = static_cast<uint32_t>(in.varint());
  if (!in.done()) return std::nullopt;
  return out;
}

std::string MetaRow::encode() const {
  ByteWriter out = begin_row();
  out.varint(round);
  out.varint(events);
  out.varint(groups);
  out.varint(pages);
  out.string(rules);
  return std::move(out).take();
}

std::optional<MetaRow> MetaRow::decode(std::string_view bytes) {
  ByteReader in(bytes);
  MetaRow out;
  if (in.u8() != kRowVersion) return std::nullopt;
  out.round = in.varint();
  out.events = in.varint();
  out.groups = in.varint();
  out.pages = in.varint();
  out.rules = in.string();
  if (!in.done()) return std::nullopt;
  return out;
}

}  // namespace doppel::group_state
