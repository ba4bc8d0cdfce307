#include "archive/member_reader.h"

#include <algorithm>

#include "archive/header_fields.h"
#include "archive/record_finder.h"

namespace doppel::archive {
namespace {

constexpr size_t kFirstBytes = 1024;  // many heads are shorter

// The block of the record, as far as it is there. Without the bytes after it: a line end there
// would end an HTTP header.
std::string_view block_of(std::string_view record, const WarcHeader& head) {
  record.remove_prefix(head.header_bytes);
  return record.substr(0, static_cast<size_t>(std::min<uint64_t>(head.content_length, SIZE_MAX)));
}

// Whether more bytes could change the result of heads_of().
bool may_grow(Format format, std::string_view record) {
  WarcHeader head;
  if (parse_header(format, record, head) == HeaderFault::kIncomplete) return true;
  std::string_view block = block_of(record, head);
  return holds_http(format, head) && block.size() < head.content_length &&
         head_length(block) == block.npos;
}

}  // namespace

std::optional<RecordHeads> heads_of(Format format, std::string_view record) {
  RecordHeads out{.record = record, .head = {}, .http = {}};
  if (parse_header(format, record, out.head) != HeaderFault::kNone) return std::nullopt;
  std::string_view block = block_of(record, out.head);
  if (holds_http(format, out.head) && !parse_http_response(block, out.http)) out.http = {};
  return out;
}

MemberReader::MemberReader(const Shape& shape) : shape_(shape) {
  if (!shape.dictionary.empty()) unpacker_.set_dictionary(shape.dictionary);
}

std::optional<RecordHeads> MemberReader::heads(std::string_view member) {
  if (shape_.compression != codec::Compression::kGzip) return whole(member);
  stream_.start(member);
  size_t got = 0;
  do {
    bytes_.resize(std::max(kFirstBytes, 4 * got));
    got += stream_.read(std::span(bytes_).subspan(got));
    std::string_view record(bytes_.data(), got);
    record.remove_prefix(between_records(record));
    if (stream_.end() != codec::MemberEnd::kInside || !may_grow(shape_.format, record)) {
      return heads_of(shape_.format, record);
    }
  } while (true);
}

std::optional<RecordHeads> MemberReader::whole(std::string_view member) {
  size_t guess = std::max<size_t>(8 * member.size(), bytes_.size());
  codec::Unpacked unpacked =
      unpacker_.unpack(shape_.compression, member, guess, SIZE_MAX, [&](size_t n) {
        if (bytes_.size() < n) bytes_.resize(n);
        return codec::Unpacker::Room{bytes_.data(), bytes_.size()};
      });
  RecordExtent extent;
  size_t at = 0;
  if (!find_record(shape_.format, unpacked.bytes, at, extent) || extent.reject != Reject::kNone) {
    return std::nullopt;
  }
  return heads_of(shape_.format, unpacked.bytes.substr(extent.begin, extent.end - extent.begin));
}

}  // namespace doppel::archive
