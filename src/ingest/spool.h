// What can be read only once, read twice: a copy on disk.
//
// dedup reads every input twice (once to decide, once to copy what is kept). Standard input, pipes
// and character devices are therefore copied first, byte for byte, still compressed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "doppel/status.h"
#include "ingest/inputs.h"

namespace doppel::ingest {

// Copies the input to `file` (replaced if it exists) and sets spool, size
// and read_once = false. The path stays what the user typed. kIo names the file that failed.
// `advance` is told of bytes copied, and of 0 bytes while nothing comes; an error from it ends the
// copy. REQUIRES: input.read_once.
Status spool_input(Input& input, const std::string& file,
                   const std::function<Status(uint64_t)>& advance);

}  // namespace doppel::ingest
