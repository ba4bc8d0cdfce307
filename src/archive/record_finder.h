// Finds the records in uncompressed bytes: a plain archive, or one decompressed member.
//
// Damage costs one record: if a header is broken or a length is wrong, the next header that begins
// a line is searched, and everything before it is one rejected record. A length is accepted if the
// end of the bytes or another header follows the block, or if there is no other header inside the
// block. Consecutive headers, each broken off by the next, are one rejected record.
//
// Pure. Linear: in a WARC each byte is read a few times at most, whatever the bytes are; in an ARC
// a line is read once more for each record whose length ends in it.
#pragma once

#include <string>
#include <string_view>

#include "archive/record_header.h"
#include "doppel/types.h"
#include "io/byte_window.h"

namespace doppel::archive {

struct RecordExtent {
  size_t begin = 0, end = 0;      // the record in the bytes, without the line ends after it
  WarcHeader head;                // unless rejected; its views are valid as long as the bytes
  Reject reject = Reject::kNone;  // kTruncated, kCorrupt
  std::string detail;             // with reject, for people
};

// Finds the first record at or after `at`, and moves `at` to the next one. False if only line ends
// and zero bytes are left.
bool find_record(Format format, io::ByteWindow& bytes, size_t& at, RecordExtent& out);
inline bool find_record(Format format, std::string_view bytes, size_t& at, RecordExtent& out) {
  io::MemoryBytes all(bytes);
  return find_record(format, all, at, out);
}

// The detail of a rejected record: "the header says 70 bytes, but only 64 are left".
std::string short_record_detail(uint64_t claimed, uint64_t left);

// The number of bytes at the beginning that are allowed between records: line ends and zero bytes.
size_t between_records(std::string_view bytes);

// Whether the bytes are a sequence of whole records.
bool holds_whole_records(Format format, std::string_view bytes);

}  // namespace doppel::archive
