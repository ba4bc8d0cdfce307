#include "archive/record_finder.h"

#include <algorithm>

namespace doppel::archive {
namespace {

constexpr std::string_view kBetween("\r\n\0", 3);

size_t skip_between(io::ByteWindow& bytes, size_t at) {
  while (true) {
    const std::string_view rest = bytes.at(at, 1);
    const size_t between = between_records(rest);
    at += between;
    if (between < rest.size() || rest.empty()) return at;
  }
}

// Most headers are short, so the window first loads less than the longest header may have.
HeaderFault parse_head_at(Format format, io::ByteWindow& bytes, size_t at, WarcHeader& out) {
  constexpr size_t kMostHeads = 4096;
  const std::string_view rest = bytes.at(at, kMostHeads);
  const HeaderFault fault = parse_header(format, rest, out);
  if (fault != HeaderFault::kIncomplete || at + rest.size() >= bytes.size()) return fault;
  return parse_header(format, bytes.at(at, max_header_bytes(format)), out);
}

// Whether the end of the bytes or a header follows, which may follow a record. Only a limited
// number of line ends is skipped: otherwise a hostile file whose records all end among many line
// ends would have them read again and again.
bool ends_well(Format format, io::ByteWindow& bytes, size_t at) {
  constexpr size_t kMostBetween = 256, kWarcMark = 16;
  const size_t head = format == Format::kWarc ? kWarcMark : max_header_bytes(format);
  const std::string_view rest = bytes.at(at, kMostBetween + head);
  const size_t between = between_records(rest.substr(0, kMostBetween));
  if (between == kMostBetween || at + between == bytes.size()) return true;
  return may_begin_header(format, rest.substr(between));
}

// Rejects the record at out.begin; the next one is searched from `from` on.
void give_up(Format format, io::ByteWindow& bytes, size_t from, std::string detail, size_t& at,
             RecordExtent& out) {
  size_t next = find_head(format, bytes, from, bytes.size());
  out.reject = next == std::string_view::npos && from >= bytes.size() ? Reject::kTruncated
                                                                      : Reject::kCorrupt;
  out.detail = std::move(detail);
  out.end = at = std::min<size_t>(next, bytes.size());
}

// Consecutive headers that are broken off are one rejected record.
void pass_broken_off(Format format, io::ByteWindow& bytes, size_t& at, RecordExtent& out) {
  out.reject = Reject::kCorrupt;
  out.detail = describe(HeaderFault::kBrokenOff);
  WarcHeader head;
  while (parse_head_at(format, bytes, at, head) == HeaderFault::kBrokenOff) at += head.header_bytes;
  out.end = at;
}

}  // namespace

size_t between_records(std::string_view bytes) {
  return std::min(bytes.find_first_not_of(kBetween), bytes.size());
}

bool find_record(Format format, io::ByteWindow& bytes, size_t& at, RecordExtent& out) {
  at = skip_between(bytes, at);
  out = {};
  if (at >= bytes.size()) return false;
  out.begin = at;
  HeaderFault fault = parse_head_at(format, bytes, at, out.head);
  if (fault == HeaderFault::kBrokenOff) {
    pass_broken_off(format, bytes, at, out);
    return true;
  }
  if (fault != HeaderFault::kNone) {
    give_up(format, bytes, at + 1, std::string(describe(fault)), at, out);
    if (fault == HeaderFault::kIncomplete && at == bytes.size()) out.reject = Reject::kTruncated;
    return true;
  }
  size_t block = at + out.head.header_bytes;
  uint64_t left = bytes.size() - block, length = out.head.content_length;
  if (length > left) {
    give_up(format, bytes, block, short_record_detail(length, left), at, out);
    if (at == bytes.size()) out.reject = Reject::kTruncated;
    return true;
  }
  size_t end = block + static_cast<size_t>(length);
  if (!ends_well(format, bytes, end)) {
    size_t other = find_head(format, bytes, block, end);
    if (other != std::string_view::npos) {
      give_up(format, bytes, block,
              "the header says " + std::to_string(length) +
                  " bytes, but the next record begins after " + std::to_string(other - block),
              at, out);
      return true;
    }
  }
  out.end = end;
  at = skip_between(bytes, end);
  return true;
}

std::string short_record_detail(uint64_t claimed, uint64_t left) {
  return "the header says " + std::to_string(claimed) + " bytes, but only " + std::to_string(left) +
         " are left";
}

bool holds_whole_records(Format format, std::string_view bytes) {
  size_t at = 0, records = 0;
  for (RecordExtent extent; find_record(format, bytes, at, extent); ++records) {
    if (extent.reject != Reject::kNone) return false;
  }
  return records > 0;
}

}  // namespace doppel::archive
