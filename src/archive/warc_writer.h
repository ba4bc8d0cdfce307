// Writes WARC records, and the HTTP responses in them. warc_header.h reads them.
//
// Thread safety: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace doppel::archive {

// The fields of a record to be written. `more` follows the named fields, in the given order.
struct WarcFields {
  std::string_view type;  // "response"
  std::string_view record_id, date, target_uri, content_type;
  std::vector<std::pair<std::string_view, std::string_view>> more;
};

// Appends a WARC/1.1 record: header, block, two line ends. Empty fields are left out.
void append_warc_record(const WarcFields& fields, std::string_view block, std::string& out);

// "<urn:uuid:...>" from 128 bits, a UUID of version 8. The same bits give the same id.
std::string record_id_of(Hash128 bits);

// The block of a response: status line, Content-Type, Content-Length, body.
std::string http_response(int status, std::string_view reason, std::string_view content_type,
                          std::string_view body);
// The same of a redirect: status line, Location, and an empty body.
std::string http_redirect(int status, std::string_view reason, std::string_view location);

}  // namespace doppel::archive
