// Any bytes as a plain WARC: found as raw records, in memory and in a stream, and parsed.
#include <cstdint>

#include "archive_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  doppel::fuzz::check_plain(doppel::archive::Format::kWarc,
                            {reinterpret_cast<const char*>(data), size});
  return 0;
}
