#include "archive/record_header.h"

#include <algorithm>

#include "archive/arc_header.h"
#include "archive/date.h"
#include "archive/header_fields.h"
#include "base/ascii.h"

namespace doppel::archive {
namespace {

// A counter for tests (walk_work_test.cc); no result depends on it.
thread_local uint64_t scanned = 0;

HeaderFault parse_arc(std::string_view bytes, WarcHeader& out) {
  ArcHeader arc;
  HeaderFault fault = parse_arc_header(bytes, arc);
  out = {};
  out.type = is_filedesc(arc)              ? WarcType::kWarcinfo
             : arc.url.starts_with("http") ? WarcType::kResponse
                                           : WarcType::kResource;
  out.target_uri = arc.url;
  out.date = arc.date;
  out.content_type = arc.media_type;
  out.content_length = arc.content_length;
  out.header_bytes = arc.header_bytes;
  return fault;
}

bool begins_head(Format format, std::string_view bytes) {
  if (format == Format::kWarc) return begins_warc(bytes);
  WarcHeader head;
  HeaderFault fault = parse_header(format, bytes, head);
  return fault == HeaderFault::kNone || fault == HeaderFault::kNoLength;
}

}  // namespace

std::optional<Format> format_of(std::string_view bytes) {
  if (begins_warc(bytes)) return Format::kWarc;
  ArcHeader head;
  if (begins_arc_file(bytes) || parse_arc_header(bytes, head) == HeaderFault::kNone)
    return Format::kArc;
  return std::nullopt;
}

HeaderFault parse_header(Format format, std::string_view bytes, WarcHeader& out) {
  HeaderFault fault =
      format == Format::kWarc ? parse_warc_header(bytes, out) : parse_arc(bytes, out);
  scanned += out.header_bytes;
  return fault;
}

bool may_begin_header(Format format, std::string_view bytes) {
  constexpr size_t kEnough = 6;  // "WARC/1"
  if (format == Format::kWarc) bytes = bytes.substr(0, kEnough);
  WarcHeader head;
  return parse_header(format, bytes, head) != HeaderFault::kNoHeader;
}

uint64_t head_bytes_scanned() { return scanned; }

size_t max_header_bytes(Format format) {
  return format == Format::kWarc ? kMaxHeaderBytes : kMaxArcLine;
}

std::optional<int64_t> date_of(const WarcHeader& head) {
  bool digits = head.date.find_first_not_of("0123456789") == head.date.npos;
  return digits ? parse_digit_date(head.date) : parse_warc_date(head.date);
}

bool holds_http(Format format, const WarcHeader& head) {
  if (format == Format::kArc) return head.type == WarcType::kResponse;
  bool exchange = head.type == WarcType::kResponse || head.type == WarcType::kRevisit;
  std::string_view type = media_type_of(head.content_type);
  return exchange && (type.empty() || equal_ignoring_case(type, "application/http"));
}

size_t find_head(Format format, io::ByteWindow& bytes, size_t from, size_t end) {
  // WARC headers can be recognised by six bytes.
  const size_t enough = format == Format::kWarc ? 6 : kMaxArcLine;
  bool at_line = from == 0 || bytes.at(from - 1, 1).starts_with('\n');
  while (from < end) {
    const std::string_view rest = bytes.at(from, enough).substr(0, end - from);
    if (rest.empty()) break;
    if (at_line && begins_head(format, rest)) return from;
    const size_t newline = rest.find('\n');
    at_line = newline != rest.npos;
    const size_t passed = at_line ? newline + 1 : rest.size();
    scanned += passed;
    from += passed;
  }
  return std::string_view::npos;
}

}  // namespace doppel::archive
