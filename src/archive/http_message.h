// The head of an HTTP response, and the payload that its body stands for.
//
// Lenient as crawlers are: LF for CRLF, a missing reason, "HTTP/2 200". What does not begin with
// "HTTP/" and a status is no message: the block itself is then the payload. Pure; views point into
// the given bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace doppel::archive {

struct HttpHead {
  uint16_t status = 0;
  std::string_view content_type;      // as it stands, parameters included
  std::string_view content_encoding;  // "gzip, br": applied left to right
  std::string_view location;
  bool chunked = false;
  size_t head_bytes = 0;  // the body begins here
};

// False: no HTTP response begins here. A head that never ends takes all of the bytes.
bool parse_http_response(std::string_view bytes, HttpHead& out);

}  // namespace doppel::archive
