// A whole text file for a verb that looks at one text: plain or compressed, "-" for standard input.
#pragma once

#include <string>

#include "doppel/status.h"

namespace doppel::cli {

// The file as UTF-8, U+FFFD in the place of invalid sequences. kIo for a broken stream, or for more
// than 1 GiB.
Result<std::string> read_text(const std::string& path);

}  // namespace doppel::cli
