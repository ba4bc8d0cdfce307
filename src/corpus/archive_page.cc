#include "corpus/archive_page.h"

#include <array>
#include <cstdio>
#include <new>

#include "archive/date.h"
#include "archive/revisit.h"
#include "base/keyed_hash.h"
#include "ingest/archive_record.h"
#include "json/json_value.h"

namespace doppel::corpus {
namespace {

// A value of one record may be repeated in many revisit records, so longer values are ignored.
constexpr size_t kLongestDate = 64, kLongestDigest = 256;

std::string_view copy_short(std::string_view value, size_t longest, Arena& arena) {
  return value.size() <= longest ? arena.copy(value) : std::string_view();
}

const RefersTo* refers_to(const Record& record, Arena& arena) {
  static_assert(alignof(RefersTo) <= 8, "what an arena gives");
  archive::WarcHeader head;
  if (parse_warc_header(record.bytes, head) != archive::HeaderFault::kNone) return nullptr;
  return new (arena.allocate(sizeof(RefersTo))) RefersTo{
      arena.copy(head.refers_to_id), arena.copy(ingest::clean_url(head.refers_to_uri, arena)),
      copy_short(head.refers_to_date, kLongestDate, arena)};
}

}  // namespace

HeaderFields header_fields(const Record& record, Arena& arena) {
  HeaderFields out;
  out.http_status = record.http_status;
  if (record.kind == Kind::kRevisit) out.refers_to = refers_to(record, arena);
  if (record.date != date_text(record.fetched_ms)) {
    out.date = copy_short(record.date, kLongestDate, arena);
  }
  out.media_type = arena.copy(record.media_type);
  out.digest = copy_short(record.payload_digest, kLongestDigest, arena);
  return out;
}

uint64_t stored_hash(const Record& record) {
  return keyed_hash64(record.stored.empty() ? record.bytes : record.stored);
}

Hash128 body_hash(const Record& record, const Hash128& payload) {
  bool can_be = record.kind != Kind::kText && record.kind != Kind::kRevisit &&
                record.body.size() >= archive::kMinRevisitBytes;
  if (!can_be) return {};
  bool same = record.body.data() == record.payload.data() &&
              record.body.size() == record.payload.size() && payload != Hash128{};
  return same ? payload : keyed_hash128(record.body);
}

std::string date_text(int64_t ms) {
  if (ms < 0) return {};
  std::string out = archive::warc_date(ms);
  if (ms % 1000 == 0) return out;
  std::array<char, 8> fraction;
  std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(ms % 1000));
  out.pop_back();
  return out.append(fraction.data());
}

std::string date_of(const ArchivePage& page) {
  return page.fields.date.empty() ? date_text(page.fetched_ms) : std::string(page.fields.date);
}

std::string record_id_of(const ArchivePage& page) {
  std::string_view id = page.id;
  if (id.size() < 2 || id.front() != '"') return {};
  if (id.find('\\') == id.npos) return std::string(id.substr(1, id.size() - 2));
  auto document = json::JsonDocument::parse(std::string(id));
  return document ? document->root().string().value_or("") : std::string();
}

}  // namespace doppel::corpus
