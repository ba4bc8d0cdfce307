// Parses the header of a WARC record, and writes WARC records.
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

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

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

struct WarcHead {
  std::string_view version;  // "1.0"
  WarcType type = WarcType::kUnknown;
  std::string_view target_uri;  // without angle brackets
  std::string_view record_id;   // with angle brackets, as it stands
  std::string_view date;
  std::string_view content_type;
  std::string_view block_digest, payload_digest;
  std::string_view truncated;     // the reason given; empty when whole
  std::string_view payload_type;  // WARC-Identified-Payload-Type
  std::string_view profile;       // of a revisit
  std::string_view refers_to_id;  // with angle brackets
  std::string_view refers_to_uri, refers_to_date;
  uint64_t content_length = 0;
  size_t head_bytes = 0;  // the block begins here; with a fault: so far it was looked at
};

// A longer header is not accepted.
inline constexpr size_t kMaxHeadBytes = size_t{64} << 10;

enum class HeadFault : uint8_t {
  kNone,
  kIncomplete,  // the bytes end before the head does
  kNoHead,      // they do not begin with "WARC/" and a number, or go on too long
  kBrokenOff,   // another head begins before its empty line, at head_bytes
  kNoType,
  kNoLength,  // Content-Length is missing, or not a number below 2^63
};
// The detail of a rejected record: "the header has no Content-Length".
std::string_view describe(HeadFault fault);

// Parses the header at the beginning of `bytes`.
HeadFault parse_warc_head(std::string_view bytes, WarcHead& out);

// Whether a WARC record may begin here: "WARC/" and a digit.
bool begins_warc(std::string_view bytes);

// The fields of a record to be written. `more` follows the named fields, in the given order.
struct WarcFields {
  std::string_view type;  // "response"
  std::string_view record_id, date, target_uri, content_type;
  std::vector<std::pair<std::string_view, std::string_view>> more;
};

// Appends a WARC/1.1 record: head, block, two line ends. Empty fields are left out.
void append_warc_record(const WarcFields& fields, std::string_view block, std::string& out);

// "<urn:uuid:...>" from 128 bits, a UUID of version 8. The same bits give the same id.
std::string record_id_of(Hash128 bits);

// The block of a response: status line, Content-Type, Content-Length, body.
std::string http_response(int status, std::string_view reason, std::string_view content_type,
                          std::string_view body);

}  // namespace doppel::archive
