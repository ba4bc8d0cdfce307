#include "archive/large_member.h"

#include <algorithm>

#include "archive/record_finder.h"

namespace doppel::archive {
namespace {

void reject(Reject reason, std::string_view detail, Arena& arena, RawRecord& raw) {
  raw.bytes = {};
  raw.reject = reason;
  raw.detail = arena.copy(detail);
}

// Reads the whole record into one piece of memory; `first` was read already. A member that ends
// before its record is rejected, as it is when members are decompressed as a whole.
uint64_t read_record(std::string_view first, Format format, codec::MemberStream& stream,
                     Arena& arena, RawRecord& raw) {
  const uint64_t block = raw.head.content_length;
  auto length = static_cast<size_t>(raw.head.header_bytes + block);
  char* record = arena.allocate(length);
  size_t held = std::min(first.size(), length);
  std::copy_n(first.begin(), held, record);
  size_t got = held + stream.read({record + held, length - held});
  raw.bytes = {record, got};
  parse_header(format, raw.bytes, raw.head);
  if (got < length) {
    reject(Reject::kTruncated, short_record_detail(block, got - raw.head.header_bytes), arena, raw);
  }
  return got - held;
}

}  // namespace

LargeMember read_large_member(io::ByteWindow& file, uint64_t at, Format format,
                              uint64_t max_record_bytes, codec::MemberStream& stream,
                              Arena& arena) {
  LargeMember out;
  RawRecord& raw = out.raw;
  stream.start(file, at);
  char* memory = arena.allocate(max_header_bytes(format));
  std::string_view first(memory, stream.read({memory, max_header_bytes(format)}));
  out.unpacked = first.size();
  HeaderFault fault = parse_header(format, first, raw.head);
  if (fault != HeaderFault::kNone) {
    reject(Reject::kCorrupt, describe(fault), arena, raw);
  } else if (raw.head.content_length > max_record_bytes) {
    raw.reject = Reject::kTooLarge;
    raw.detail = too_large_detail(raw.head.content_length, max_record_bytes, arena);
  } else {
    uint64_t length = raw.head.header_bytes + raw.head.content_length;
    out.more = first.size() - std::min<uint64_t>(first.size(), length);
    out.unpacked += read_record(first, format, stream, arena, raw);
  }
  const uint64_t skipped = stream.skip();
  out.more += skipped;
  out.unpacked += skipped;
  out.consumed = stream.consumed();
  out.end = stream.end();
  return out;
}

}  // namespace doppel::archive
