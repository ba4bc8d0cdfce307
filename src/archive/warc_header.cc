#include "archive/warc_header.h"

#include <algorithm>
#include <array>
#include <charconv>

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

// The member of WarcHeader for a named field; null for fields that are not used.
std::string_view* member_of(WarcHeader& head, std::string_view name) {
  struct Known {
    std::string_view name;
    std::string_view WarcHeader::*member;
  };
  static constexpr Known kKnown[] = {
      {"WARC-Target-URI", &WarcHeader::target_uri},
      {"WARC-Record-ID", &WarcHeader::record_id},
      {"WARC-Date", &WarcHeader::date},
      {"Content-Type", &WarcHeader::content_type},
      {"WARC-Block-Digest", &WarcHeader::block_digest},
      {"WARC-Payload-Digest", &WarcHeader::payload_digest},
      {"WARC-Truncated", &WarcHeader::truncated},
      {"WARC-Identified-Payload-Type", &WarcHeader::payload_type},
      {"WARC-Profile", &WarcHeader::profile},
      {"WARC-Refers-To", &WarcHeader::refers_to_id},
      {"WARC-Refers-To-Target-URI", &WarcHeader::refers_to_uri},
      {"WARC-Refers-To-Date", &WarcHeader::refers_to_date},
  };
  for (const Known& known : kKnown) {
    if (equal_ignoring_case(name, known.name)) return &(head.*known.member);
  }
  return nullptr;
}

}  // namespace

std::string_view name(WarcType type) { return kTypeNames[static_cast<size_t>(type)]; }

std::string_view describe(HeaderFault fault) {
  switch (fault) {
    case HeaderFault::kNone: return "";
    case HeaderFault::kIncomplete: return "the record header is cut off";
    case HeaderFault::kNoHeader: return "not a record header";
    case HeaderFault::kBrokenOff: return "another record begins inside this header";
    case HeaderFault::kNoType: return "the header has no WARC-Type";
    case HeaderFault::kNoLength: return "the header has no Content-Length";
  }
  return "";
}

bool begins_warc(std::string_view bytes) {
  return bytes.size() > kMagic.size() && bytes.starts_with(kMagic) &&
         is_digit(bytes[kMagic.size()]);
}

HeaderFault parse_warc_header(std::string_view bytes, WarcHeader& out) {
  out = {};
  if (!begins_warc(bytes)) {
    bool may_grow = bytes.size() <= kMagic.size() && kMagic.starts_with(bytes);
    return may_grow ? HeaderFault::kIncomplete : HeaderFault::kNoHeader;
  }
  std::string_view head = bytes.substr(0, kMaxHeaderBytes);
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
    out.header_bytes = first_line + cursor.stopped_at();
    return HeaderFault::kBrokenOff;
  }
  if (cursor.head_length() == head.npos) {
    out = {};
    out.header_bytes = head.size();
    return bytes.size() < kMaxHeaderBytes ? HeaderFault::kIncomplete : HeaderFault::kNoHeader;
  }
  out.header_bytes = first_line + cursor.head_length();
  out.target_uri = without_brackets(out.target_uri);
  out.refers_to_uri = without_brackets(out.refers_to_uri);
  if (!has_type) return HeaderFault::kNoType;
  return has_length ? HeaderFault::kNone : HeaderFault::kNoLength;
}

}  // namespace doppel::archive
