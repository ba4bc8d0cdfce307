// Copies an input that can be read only once to disk.
//
// dedup reads every input twice: once to decide, and once to copy what is kept. So standard input,
// pipes and character devices are first copied byte for byte, without decompressing them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "doppel/status.h"

namespace doppel::io {

// Copies `path` ("-" is standard input) to `file`, which is replaced if it exists, and returns the
// number of bytes. kIo names the file that failed. Calls `advance` with the number of bytes copied,
// and with 0 while it waits for input; an error from it ends the copy.
Result<uint64_t> spool(const std::string& path, const std::string& file,
                       const std::function<Status(uint64_t)>& advance);

}  // namespace doppel::io
