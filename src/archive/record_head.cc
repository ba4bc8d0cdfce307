#include "archive/record_head.h"

#include <algorithm>

#include "archive/arc_record.h"
#include "archive/date.h"
#include "archive/header_fields.h"
#include "base/ascii.h"

namespace doppel::archive {
namespace {

// A counter for tests (walk_work_test.cc); no result depends on it.
thread_local uint64_t scanned = 0;

HeadFault parse_arc(std::string_view bytes, WarcHead& out) {
  ArcHead arc;
  HeadFault fault = parse_arc_head(bytes, arc);
  out = {};
  out.type = is_filedesc(arc)              ? WarcType::kWarcinfo
             : arc.url.starts_with("http") ? WarcType::kResponse
                                           : WarcType::kResource;
  out.target_uri = arc.url;
  out.date = arc.date;
  out.content_type = arc.media_type;
  out.content_length = arc.content_length;
  out.head_bytes = arc.head_bytes;
  return fault;
}

bool begins_head(Format format, std::string_view bytes) {
  if (format == Format::kWarc) return begins_warc(bytes);
  WarcHead head;
  HeadFault fault = parse_head(format, bytes, head);
  return fault == HeadFault::kNone || fault == HeadFault::kNoLength;
}

}  // namespace

std::optional<Format> format_of(std::string_view bytes) {
  if (begins_warc(bytes)) return Format::kWarc;
  ArcHead head;
  if (begins_arc_file(bytes) || parse_arc_head(bytes, head) == HeadFault::kNone)
    return Format::kArc;
  return std::nullopt;
}

HeadFault parse_head(Format format, std::string_view bytes, WarcHead& out) {
  HeadFault fault = format == Format::kWarc ? parse_warc_head(bytes, out) : parse_arc(bytes, out);
  scanned += out.head_bytes;
  return fault;
}

bool may_begin_head(Format format, std::string_view bytes) {
  constexpr size_t kEnough = 6;  // "WARC/1"
  if (format == Format::kWarc) bytes = bytes.substr(0, kEnough);
  WarcHead head;
  return parse_head(format, bytes, head) != HeadFault::kNoHead;
}

uint64_t head_bytes_scanned() { return scanned; }

size_t max_head_bytes(Format format) {
  return format == Format::kWarc ? kMaxHeadBytes : kMaxArcLine;
}

std::optional<int64_t> date_of(const WarcHead& head) {
  bool digits = head.date.find_first_not_of("0123456789") == head.date.npos;
  return digits ? parse_digit_date(head.date) : parse_warc_date(head.date);
}

bool holds_http(Format format, const WarcHead& head) {
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
