// What can be read only once, read twice: a copy on disk.
//
// dedup reads every input twice (once to decide, once to copy what is kept). Standard input, pipes
// and character devices are therefore copied first, byte for byte, still compressed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "doppel/status.h"

namespace doppel::io {

// Copies what is at `path` ("-" is standard input) to `file`, which is replaced if it exists, and
// gives the number of bytes. kIo names the file that failed. `advance` is told of bytes copied, and
// of 0 bytes while nothing comes; an error from it ends the copy.
Result<uint64_t> spool(const std::string& path, const std::string& file,
                       const std::function<Status(uint64_t)>& advance);

}  // namespace doppel::io
