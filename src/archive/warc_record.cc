#include "archive/warc_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "archive/header_fields.h"
#include "base/ascii.h"

namespace doppel::archive {
namespace {

constexpr std::string_view kMagic = "WARC/";

constexpr std::array<std::string_view, 9> kTypeNames = {
    "unknown",  "warcinfo", "response",   "resource",     "request",
    "metadata", "revisit",  "conversion", "continuation",
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

WarcType type_of(std::string_view word) {
  for (size_t i = 1; i < kTypeNames.size(); ++i) {
    if (equal_ignoring_case(word, kTypeNames[i])) return static_cast<WarcType>(i);
  }
  return WarcType::kUnknown;
}

std::string_view without_brackets(std::string_view uri) {
  if (uri.size() >= 2 && uri.front() == '<' && uri.back() == '>')
    uri = uri.substr(1, uri.size() - 2);
  return uri;
}

bool parse_length(std::string_view text, uint64_t& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && out < uint64_t{1} << 63;
}

// The member of WarcHead for a named field; null for fields that are not used.
std::string_view* member_of(WarcHead& head, std::string_view name) {
  struct Known {
    std::string_view name;
    std::string_view WarcHead::*member;
  };
  static constexpr Known kKnown[] = {
      {"WARC-Target-URI", &WarcHead::target_uri},
      {"WARC-Record-ID", &WarcHead::record_id},
      {"WARC-Date", &WarcHead::date},
      {"Content-Type", &WarcHead::content_type},
      {"WARC-Block-Digest", &WarcHead::block_digest},
      {"WARC-Payload-Digest", &WarcHead::payload_digest},
      {"WARC-Truncated", &WarcHead::truncated},
      {"WARC-Identified-Payload-Type", &WarcHead::payload_type},
      {"WARC-Profile", &WarcHead::profile},
      {"WARC-Refers-To", &WarcHead::refers_to_id},
      {"WARC-Refers-To-Target-URI", &WarcHead::refers_to_uri},
      {"WARC-Refers-To-Date", &WarcHead::refers_to_date},
  };
  for (const Known& known : kKnown) {
    if (equal_ignoring_case(name, known.name)) return &(head.*known.member);
  }
  return nullptr;
}

void append_field(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::string_view name(WarcType type) { return kTypeNames[static_cast<size_t>(type)]; }

std::string_view describe(HeadFault fault) {
  switch (fault) {
    case HeadFault::kNone: return "";
    case HeadFault::kIncomplete: return "the record header is cut off";
    case HeadFault::kNoHead: return "not a record header";
    case HeadFault::kBrokenOff: return "another record begins inside this header";
    case HeadFault::kNoType: return "the header has no WARC-Type";
    case HeadFault::kNoLength: return "the header has no Content-Length";
  }
  return "";
}

bool begins_warc(std::string_view bytes) {
  return bytes.size() > kMagic.size() && bytes.starts_with(kMagic) &&
         is_digit(bytes[kMagic.size()]);
}

HeadFault parse_warc_head(std::string_view bytes, WarcHead& out) {
  out = {};
  if (!begins_warc(bytes)) {
    bool may_grow = bytes.size() <= kMagic.size() && kMagic.starts_with(bytes);
    return may_grow ? HeadFault::kIncomplete : HeadFault::kNoHead;
  }
  std::string_view head = bytes.substr(0, kMaxHeadBytes);
  size_t first_line = std::min(head.find('\n'), head.size() - 1) + 1;
  out.version = trim(head.substr(kMagic.size(), first_line - kMagic.size()));

  bool has_type = false, has_length = false;
  FieldCursor cursor(head.substr(first_line), kMagic);
  for (Field field; cursor.next(field);) {
    if (!has_length && equal_ignoring_case(field.name, "Content-Length")) {
      has_length = parse_length(field.value, out.content_length);
    } else if (!has_type && equal_ignoring_case(field.name, "WARC-Type")) {
      has_type = true;
      out.type = type_of(field.value);
    } else if (std::string_view* member = member_of(out, field.name)) {
      if (member->empty()) *member = field.value;
    }
  }
  if (cursor.stopped_at() != head.npos) {
    out = {};
    out.head_bytes = first_line + cursor.stopped_at();
    return HeadFault::kBrokenOff;
  }
  if (cursor.head_length() == head.npos) {
    out = {};
    out.head_bytes = head.size();
    return bytes.size() < kMaxHeadBytes ? HeadFault::kIncomplete : HeadFault::kNoHead;
  }
  out.head_bytes = first_line + cursor.head_length();
  out.target_uri = without_brackets(out.target_uri);
  out.refers_to_uri = without_brackets(out.refers_to_uri);
  if (!has_type) return HeadFault::kNoType;
  return has_length ? HeadFault::kNone : HeadFault::kNoLength;
}

void append_warc_record(const WarcFields& fields, std::string_view block, std::string& out) {
  out.append("WARC/1.1\r\n");
  append_field("WARC-Type", fields.type, out);
  append_field("WARC-Record-ID", fields.record_id, out);
  append_field("WARC-Date", fields.date, out);
  append_field("WARC-Target-URI", fields.target_uri, out);
  for (const auto& [field, value] : fields.more) append_field(field, value, out);
  append_field("Content-Type", fields.content_type, out);
  append_field("Content-Length", std::to_string(block.size()), out);
  out.append("\r\n").append(block).append("\r\n\r\n");
}

std::string record_id_of(Hash128 bits) {
  constexpr uint64_t kVersion = 8, kVariant = 2;
  uint64_t high = (bits.high & ~(uint64_t{0xf} << 12)) | kVersion << 12;
  uint64_t low = (bits.low & ~(uint64_t{3} << 62)) | kVariant << 62;
  std::array<char, 64> out;
  int n =
      std::snprintf(out.data(), out.size(), "<urn:uuid:%08x-%04x-%04x-%04x-%012llx>",
                    static_cast<unsigned>(high >> 32), static_cast<unsigned>(high >> 16 & 0xffff),
                    static_cast<unsigned>(high & 0xffff), static_cast<unsigned>(low >> 48),
                    static_cast<unsigned long long>(low & 0xffffffffffff));
  return {out.data(), static_cast<size_t>(n)};
}

std::string http_response(int status, std::string_view reason, std::string_view content_type,
                          std::string_view body) {
  std::string out = "HTTP/1.1 " + std::to_string(status);
  out.append(" ").append(reason).append("\r\n");
  append_field("Content-Type", content_type, out);
  append_field("Content-Length", std::to_string(body.size()), out);
  return out.append("\r\n").append(body);
}

}  // namespace doppel::archive
