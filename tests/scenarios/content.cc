#include "scenarios/content.h"

#include <cstring>

#include "archive/digest.h"

namespace doppel::scenarios {

Hash128 content_of(std::string_view text) {
  const std::string digest = archive::sha256(text);
  Hash128 out;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

}  // namespace doppel::scenarios
