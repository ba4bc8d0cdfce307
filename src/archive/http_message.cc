#include "archive/http_message.h"

#include "archive/header_fields.h"
#include "base/ascii.h"

namespace doppel::archive {
namespace {

// "HTTP/1.1 200 OK", "HTTP/2 200", "HTTP/1.0  404".
bool parse_status_line(std::string_view line, uint16_t& status) {
  if (!line.starts_with("HTTP/")) return false;
  size_t at = line.find_first_of(" \t");
  if (at == line.npos) return false;
  at = line.find_first_not_of(" \t", at);
  if (at == line.npos || line.size() - at < 3) return false;
  unsigned code = 0;
  for (char c : line.substr(at, 3)) {
    if (c < '0' || c > '9') return false;
    code = code * 10 + static_cast<unsigned>(c - '0');
  }
  bool longer = line.size() - at > 3 && line[at + 3] >= '0' && line[at + 3] <= '9';
  status = static_cast<uint16_t>(code);
  return !longer && code >= 100;
}

// Whether the last coding is chunked.
bool ends_chunked(std::string_view codings) {
  size_t comma = codings.find_last_of(',');
  return equal_ignoring_case(trim(comma == codings.npos ? codings : codings.substr(comma + 1)),
                             "chunked");
}

}  // namespace

bool parse_http_response(std::string_view bytes, HttpHeader& out) {
  out = {};
  size_t newline = bytes.find('\n');
  std::string_view line = trim(bytes.substr(0, newline));
  if (!parse_status_line(line, out.status)) return false;
  if (newline == bytes.npos) {
    out.header_bytes = bytes.size();
    return true;
  }
  FieldCursor cursor(bytes.substr(newline + 1));
  for (Field field; cursor.next(field);) {
    if (equal_ignoring_case(field.name, "Content-Type") && out.content_type.empty()) {
      out.content_type = field.value;
    } else if (equal_ignoring_case(field.name, "Content-Encoding") &&
               out.content_encoding.empty()) {
      out.content_encoding = field.value;
    } else if (equal_ignoring_case(field.name, "Location") && out.location.empty()) {
      out.location = field.value;
    } else if (equal_ignoring_case(field.name, "Transfer-Encoding")) {
      out.chunked = ends_chunked(field.value);
    }
  }
  size_t rest = cursor.head_length();
  out.header_bytes = rest == bytes.npos ? bytes.size() : newline + 1 + rest;
  return true;
}

}  // namespace doppel::archive
