#include "archive/payload_digest.h"

#include <string>

#include "archive/chunked.h"

namespace doppel::archive {

DigestCheck check_payload_digest(std::string_view stated, std::string_view body) {
  DigestCheck as_sent = check_digest(stated, body);
  if (as_sent != DigestCheck::kDiffers) return as_sent;
  std::string joined(body.size(), '\0');
  Dechunked done = dechunk(body, joined.data());
  return check_digest(stated, std::string_view(joined).substr(0, done.bytes));
}

}  // namespace doppel::archive
