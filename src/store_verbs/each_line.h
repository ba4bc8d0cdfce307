// The values of an argument that may be "-": then they are the lines of standard input.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "doppel/status.h"

namespace doppel::cli {

// Calls back for each value, until the callback returns false. Blank lines are skipped; a line
// longer than a URL may be is an error.
Status for_each_line_or_value(const std::vector<std::string>& values,
                              const std::function<bool(const std::string&)>& on_value);

// The lines of a file, in the same way; "-" is standard input.
Status for_each_line_of(const std::string& file,
                        const std::function<bool(const std::string&)>& on_line);

}  // namespace doppel::cli
