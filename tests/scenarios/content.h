// What PageEvent::content says of a text.
#pragma once

#include <string_view>

#include "base/hash.h"

namespace doppel::scenarios {

Hash128 content_of(std::string_view text);

}  // namespace doppel::scenarios
