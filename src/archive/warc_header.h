// Parses the header of a WARC record. warc_writer.h writes records.
//
//   WARC/1.1 CRLF                                   version
//   WARC-Type: response CRLF ... CRLF               named fields, any order
//   CRLF
//   <Content-Length bytes>                          the block
//   CRLF CRLF
//
// The parser accepts versions 0.17 to 1.1 and later ones, LF instead of CRLF, and angle brackets
// around a target URI (as wget wrote them). A header without a type or a length is broken. Pure;
// views point into the given bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doppel::archive {

enum class WarcType : uint8_t {
  kUnknown,
  kWarcinfo,
  kResponse,
  kResource,
  kRequest,
  kMetadata,
  kRevisit,
  kConversion,
  kContinuation,
};
// The word in WARC-Type; "unknown" for kUnknown.
std::string_view name(WarcType type);

struct WarcHeader {
  std::string_view version;  // "1.0"
  WarcType type = WarcType::kUnknown;
  std::string_view target_uri;  // without angle brackets
  std::string_view record_id;   // with angle brackets, as written
  std::string_view date;
  std::string_view content_type;
  std::string_view block_digest, payload_digest;
  std::string_view truncated;     // the reason given; empty if the record is whole
  std::string_view payload_type;  // WARC-Identified-Payload-Type
  std::string_view profile;       // of a revisit
  std::string_view refers_to_id;  // with angle brackets
  std::string_view refers_to_uri, refers_to_date;
  uint64_t content_length = 0;
  size_t header_bytes = 0;  // where the block begins; with a fault: how far the bytes were read
};

// A longer header is not accepted.
inline constexpr size_t kMaxHeaderBytes = size_t{64} << 10;

enum class HeaderFault : uint8_t {
  kNone,
  kIncomplete,  // the bytes end before the header does
  kNoHeader,    // they do not begin with "WARC/" and a number, or go on too long
  kBrokenOff,   // another header begins before its empty line, at header_bytes
  kNoType,
  kNoLength,  // Content-Length is missing, or not a number below 2^63
};
// The detail of a rejected record: "the header has no Content-Length".
std::string_view describe(HeaderFault fault);

// Parses the header at the beginning of `bytes`.
HeaderFault parse_warc_header(std::string_view bytes, WarcHeader& out);

// Whether a WARC record may begin here: "WARC/" and a digit.
bool begins_warc(std::string_view bytes);

}  // namespace doppel::archive
