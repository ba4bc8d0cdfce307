// The header of an HTTP response, and the payload in its body.
//
// As lenient as crawlers: LF instead of CRLF, a missing reason phrase, "HTTP/2 200". A block that
// does not begin with "HTTP/" and a status is not a response: then the block itself is the payload.
// Pure; views point into the given bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace doppel::archive {

struct HttpHeader {
  uint16_t status = 0;
  std::string_view content_type;      // as written, parameters included
  std::string_view content_encoding;  // "gzip, br": applied left to right
  std::string_view location;
  bool chunked = false;
  size_t header_bytes = 0;  // the body begins here
};

// False if it is not an HTTP response. A header without an end is as long as the bytes.
bool parse_http_response(std::string_view bytes, HttpHeader& out);

}  // namespace doppel::archive
