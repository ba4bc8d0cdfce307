// The header of a WARC or ARC record, with the fields of WARC.
//
// An ARC record counts as a response, its filedesc record as a warcinfo record, and a record whose
// scheme is not http (dns:, whois:) as a resource. Its date is in digits, and it has no id. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "archive/warc_header.h"
#include "io/byte_window.h"

namespace doppel::archive {

enum class Format : uint8_t { kWarc, kArc };

// The format of a file or record that begins with these bytes; nullopt if it is neither, or if the
// bytes are too few to decide.
std::optional<Format> format_of(std::string_view bytes);

HeaderFault parse_header(Format format, std::string_view bytes, WarcHeader& out);

// Whether the bytes seem to begin with a header, judged by a few bytes (WARC) or a line (ARC).
bool may_begin_header(Format format, std::string_view bytes);

// The most bytes that a header may have.
size_t max_header_bytes(Format format);

// When the record was fetched; nullopt if the date is missing or invalid.
std::optional<int64_t> date_of(const WarcHeader& head);

// Whether the block is an HTTP response: by type and content type.
bool holds_http(Format format, const WarcHeader& head);

// The offset of the next record in uncompressed bytes, at or after `from` and before `end`: a line
// that begins a header. npos if there is none.
size_t find_head(Format format, io::ByteWindow& bytes, size_t from, size_t end);
inline size_t find_head(Format format, std::string_view bytes, size_t from) {
  io::MemoryBytes all(bytes);
  return find_head(format, all, from, bytes.size());
}

// How many bytes the functions above have read in this thread. For tests, which compare it with the
// size of the input.
uint64_t head_bytes_scanned();

}  // namespace doppel::archive
