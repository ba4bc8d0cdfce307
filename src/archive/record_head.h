// The head of a record of either format, in the words of WARC.
//
// An ARC record is a response; its filedesc: a warcinfo; what has another scheme than http (dns:,
// whois:): a resource. Its date is digits, it has no id. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "archive/warc_record.h"
#include "io/byte_window.h"

namespace doppel::archive {

enum class Format : uint8_t { kWarc, kArc };

// The format whose file or record begins so; nothing when it is neither, or too short to tell.
std::optional<Format> format_of(std::string_view bytes);

HeadFault parse_head(Format format, std::string_view bytes, WarcHead& out);

// Whether a head stands there, as far as it can be told from a few bytes (WARC) or a line (ARC).
bool may_begin_head(Format format, std::string_view bytes);

// Most bytes a head may have.
size_t max_head_bytes(Format format);

// When the record was fetched; nothing when the date is missing or none.
std::optional<int64_t> date_of(const WarcHead& head);

// Whether the block is an HTTP response: by type and content type.
bool holds_http(Format format, const WarcHead& head);

// Where the next record begins in bytes that are not packed, at or after `from` and before `end`:
// at a line that begins a head. npos when there is none.
size_t find_head(Format format, io::ByteWindow& bytes, size_t from, size_t end);
inline size_t find_head(Format format, std::string_view bytes, size_t from) {
  io::MemoryBytes all(bytes);
  return find_head(format, all, from, bytes.size());
}

// How many bytes the functions above have looked at in this thread: what tests hold against the
// size of the input.
uint64_t head_bytes_scanned();

}  // namespace doppel::archive
