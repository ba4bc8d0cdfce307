// Finds the records in uncompressed bytes: a plain archive, or one decompressed member.
//
// Damage costs one record: when a head is broken, or a length is a lie, the next head that begins a
// line is looked for, and what lies between is one record with a reason. A length is believed when
// the end of the bytes or another head follows the block, or when no other head stands inside it.
// Heads that are broken off by another head, one after the other, are one loss together.
//
// Pure. Linear: of WARC each byte is looked at a few times at most, whatever the bytes are; of ARC
// a line is looked at once more for each record that claims to end in it.
#pragma once

#include <string>
#include <string_view>

#include "archive/record_head.h"
#include "doppel/types.h"
#include "io/byte_window.h"

namespace doppel::archive {

struct RecordExtent {
  size_t begin = 0, end = 0;      // the record in the bytes, without the line ends after it
  WarcHead head;                  // when not rejected; views only as long as `bytes` holds them
  Reject reject = Reject::kNone;  // kTruncated, kCorrupt
  std::string detail;             // with reject, for people
};

// The first record at or after `at`, which then stands before the next one. False: only line ends
// and zero bytes are left.
bool find_record(Format format, io::ByteWindow& bytes, size_t& at, RecordExtent& out);
inline bool find_record(Format format, std::string_view bytes, size_t& at, RecordExtent& out) {
  io::MemoryBytes all(bytes);
  return find_record(format, all, at, out);
}

// For people: "the header says 70 bytes, but only 64 are left".
std::string short_record_detail(uint64_t claimed, uint64_t left);

// Bytes at the front that may stand between records: line ends and zero bytes.
size_t between_records(std::string_view bytes);

// Whether the bytes are whole records from front to end.
bool holds_whole_records(Format format, std::string_view bytes);

}  // namespace doppel::archive
