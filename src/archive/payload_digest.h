// What WARC-Payload-Digest is of: the body as it was sent or, by other writers, without its chunks.
#pragma once

#include <string_view>

#include "archive/digest.h"

namespace doppel::archive {

// kEqual when it is either.
DigestCheck check_payload_digest(std::string_view stated, std::string_view body);

}  // namespace doppel::archive
