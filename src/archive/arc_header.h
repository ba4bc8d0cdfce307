// One ARC record (versions 1 and 2): a line of fields, then as many bytes as its last field says.
//
//   http://example.com/ 93.184.216.119 20140216050221 text/html 1591 LF          version 1
//   URL IP date type result checksum location offset filename length LF          version 2
//   <length bytes> LF
//
// The first record of a file, filedesc://, describes it. URLs with spaces in them occur: fields are
// counted from the end. Pure; views point into the given bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "archive/warc_header.h"

namespace doppel::archive {

struct ArcHeader {
  std::string_view url, date, media_type;
  uint64_t content_length = 0;
  size_t header_bytes = 0;  // where the block begins; with a fault: how far the bytes were read
};

// A longer line is not a header.
inline constexpr size_t kMaxArcLine = size_t{16} << 10;

// Reads the line at the beginning of `bytes`. kNoHeader: not a header line of an ARC record;
// kNoLength: its length is not a number.
HeaderFault parse_arc_header(std::string_view bytes, ArcHeader& out);

// Whether a file that begins with these bytes is an ARC file: its first record is a filedesc
// record.
bool begins_arc_file(std::string_view bytes);

// Whether the record describes the file itself.
inline bool is_filedesc(const ArcHeader& head) { return head.url.starts_with("filedesc:"); }

}  // namespace doppel::archive
