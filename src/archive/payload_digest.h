// WARC-Payload-Digest is the digest of the body as it was sent or, by other writers, of the body
// without its chunked coding.
#pragma once

#include <string_view>

#include "archive/digest.h"

namespace doppel::archive {

// kEqual if it is one of them.
DigestCheck check_payload_digest(std::string_view stated, std::string_view body);

}  // namespace doppel::archive
