#include "ingest/archive_record.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "archive/chunked.h"
#include "archive/digest.h"
#include "archive/header_fields.h"
#include "archive/payload_digest.h"
#include "base/ascii.h"
#include "html/sniff.h"
#include "json/json_string.h"

namespace doppel::ingest {
namespace {

using archive::WarcType;

void reject(Record& record, Reject reason, std::string_view detail, Arena& arena) {
  record.reject = reason;
  record.detail = arena.copy(detail);
}

// The id as a JSON string; null without one.
std::string_view id_of(std::string_view record_id, Arena& arena) {
  if (record_id.empty() || !simdjson::validate_utf8(record_id)) return "null";
  auto is_plain = [](char c) { return static_cast<uint8_t>(c) >= 0x20 && c != '"' && c != '\\'; };
  if (std::all_of(record_id.begin(), record_id.end(), is_plain)) {
    char* out = arena.allocate(record_id.size() + 2);
    out[0] = out[record_id.size() + 1] = '"';
    std::memcpy(out + 1, record_id.data(), record_id.size());
    return {out, record_id.size() + 2};
  }
  std::string out;
  json::append_json_string(out, record_id);
  return arena.copy(out);
}

Kind kind_of_type(std::string_view media_type, std::string_view payload) {
  if (media_type.empty()) return html::begins_like_html(payload) ? Kind::kHtml : Kind::kPayload;
  if (equal_ignoring_case(media_type, "text/html") ||
      equal_ignoring_case(media_type, "application/xhtml+xml")) {
    return Kind::kHtml;
  }
  return equal_ignoring_case(media_type, "text/plain") ? Kind::kPlain : Kind::kPayload;
}

Kind kind_of_status(uint16_t status) {
  if (status >= 300 && status < 400 && status != 304) return Kind::kRedirect;
  if (status == 404 || status == 410) return Kind::kDead;
  return status == 200 || status == 203 ? Kind::kHtml : Kind::kPayload;
}

// The text of a conversion record needs no charset: WET is UTF-8 by definition.
void take_text(Record& record) {
  record.kind = Kind::kText;
  record.text = record.payload;
  record.payload = {};
}

}  // namespace

std::string_view clean_url(std::string_view url, Arena& arena) {
  if (simdjson::validate_utf8(url)) return url;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (char c : url) {
    auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80) {
      out.push_back(c);
    } else {
      out.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    }
  }
  return arena.copy(out);
}

void ArchiveRecordParser::parse(const archive::RawRecord& raw, Arena& arena, Record& record) {
  const archive::WarcHeader& head = raw.head;
  record.bytes = raw.bytes;
  record.url = clean_url(head.target_uri, arena);
  record.id = id_of(head.record_id, arena);
  record.fetched_ms = archive::date_of(head).value_or(-1);
  record.date = head.date;
  record.payload_digest = head.payload_digest;
  record.stored = raw.stored;
  if (raw.reject != Reject::kNone) return reject(record, raw.reject, raw.detail, arena);

  std::string_view block = raw.bytes.substr(head.header_bytes);
  switch (head.type) {
    case WarcType::kResponse:
    case WarcType::kResource:
    case WarcType::kConversion: break;
    case WarcType::kRevisit: record.kind = Kind::kRevisit; break;
    default: record.kind = Kind::kNonPage; return;
  }
  if (archive::holds_http(format_, head)) return parse_http(raw, block, arena, record);
  if (record.kind == Kind::kRevisit) return;
  record.payload = record.body = block;
  record.media_type = archive::media_type_of(head.content_type);
  record.charset_hint = archive::parameter_of(head.content_type, "charset");
  record.kind = head.truncated.empty() ? kind_of_type(record.media_type, block) : Kind::kPayload;
  if (check_digests_) check_digests(head, block, block, arena, record);
  if (head.type == WarcType::kConversion && record.kind == Kind::kPlain) take_text(record);
}

void ArchiveRecordParser::parse_http(const archive::RawRecord& raw, std::string_view block,
                                     Arena& arena, Record& record) {
  const archive::WarcHeader& head = raw.head;
  archive::HttpHeader http;
  if (!archive::parse_http_response(block, http)) http.header_bytes = 0;  // HTTP/0.9, or none
  record.http_status = http.status;
  if (record.kind == Kind::kRevisit) return;
  std::string_view body = block.substr(http.header_bytes);
  record.body = body;
  record.media_type = archive::media_type_of(http.content_type);
  record.charset_hint = archive::parameter_of(http.content_type, "charset");
  if (http.status == 0 && format_ == archive::Format::kArc) {
    record.media_type = archive::media_type_of(head.content_type);
  }
  if (check_digests_) check_digests(head, block, body, arena, record);
  if (record.reject != Reject::kNone) return;
  bool decoded = decode_body(http, body, arena, record);
  if (record.reject != Reject::kNone) return;
  record.kind = http.status == 0 ? Kind::kHtml : kind_of_status(http.status);
  if (record.kind == Kind::kRedirect) record.redirect_to = clean_url(http.location, arena);
  if (record.kind != Kind::kHtml) return;
  bool whole = decoded && head.truncated.empty();
  record.kind = whole ? kind_of_type(record.media_type, record.payload) : Kind::kPayload;
}

// False if the body could not be decoded: then the payload is the encoded body.
bool ArchiveRecordParser::decode_body(const archive::HttpHeader& http, std::string_view body,
                                      Arena& arena, Record& record) {
  bool whole = true;
  if (http.chunked) {
    archive::Dechunked joined = archive::dechunk(body, arena.room(body.size()).data);
    if (joined.end != archive::ChunkedEnd::kNotChunked) {
      body = {arena.room(body.size()).data, joined.bytes};
      arena.take(joined.bytes);
      whole = joined.end == archive::ChunkedEnd::kWhole;
    }
  }
  record.payload = body;
  if (http.content_encoding.empty()) return whole;
  codec::Decoded decoded =
      decoder_.decode(http.content_encoding, body, max_payload_bytes_, [&](size_t at_least) {
        Arena::Room room = arena.room(at_least);
        return codec::Unpacker::Room{room.data, room.size};
      });
  if (decoded.end == codec::DecodeEnd::kTooLarge) {
    reject(record, Reject::kTooLarge,
           "the payload decompresses to more than " + std::to_string(max_payload_bytes_) + " bytes",
           arena);
    return false;
  }
  bool in_arena = decoded.bytes.data() != body.data();
  if (in_arena) arena.take(decoded.bytes.size());
  record.payload = decoded.bytes;
  return whole &&
         (decoded.end == codec::DecodeEnd::kWhole || decoded.end == codec::DecodeEnd::kAsIs);
}

void ArchiveRecordParser::check_digests(const archive::WarcHeader& head, std::string_view block,
                                        std::string_view body, Arena& arena, Record& record) {
  using archive::check_digest;
  using archive::DigestCheck;
  if (check_digest(head.block_digest, block) == DigestCheck::kDiffers) {
    return reject(record, Reject::kDigest, "the block does not match its digest", arena);
  }
  if (!head.truncated.empty() ||
      archive::check_payload_digest(head.payload_digest, body) != DigestCheck::kDiffers) {
    return;
  }
  reject(record, Reject::kDigest, "the payload does not match its digest", arena);
}

}  // namespace doppel::ingest
