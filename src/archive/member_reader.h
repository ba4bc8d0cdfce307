// Reads a record that has a member of its own again: all of it, or only its headers.
//
// The headers are the first bytes of a record: its own header and that of the HTTP response in it.
// Of a gzip member, only the part that contains them is inflated. Only for members that a
// RawRecordReader has returned (raw_records.h), because there is no limit against decompression
// bombs. Views are valid until the next call. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "archive/http_message.h"
#include "archive/raw_records.h"
#include "codec/member_stream.h"
#include "codec/unpack.h"

namespace doppel::archive {

struct RecordHeads {
  std::string_view record;  // from its header on
  WarcHeader head;
  HttpHeader http;  // header_bytes 0: the block is all body

  // REQUIRES: `record` is whole.
  std::string_view body() const { return record.substr(head.header_bytes + http.header_bytes); }
};

// The headers of a whole record.
std::optional<RecordHeads> heads_of(Format format, std::string_view record);

class MemberReader {
 public:
  explicit MemberReader(const Shape& shape);

  // nullopt if the member does not begin with a record. heads() may return some bytes after the
  // headers, whole() returns all of the record.
  std::optional<RecordHeads> heads(std::string_view member);
  std::optional<RecordHeads> whole(std::string_view member);

 private:
  const Shape& shape_;
  codec::Unpacker unpacker_;
  codec::MemberStream stream_;
  std::string bytes_;
};

}  // namespace doppel::archive
