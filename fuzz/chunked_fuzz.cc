// Any bytes as a chunked body: never longer than it came, in place the same as into other memory.
#include <cstdint>

#include "archive/chunked.h"
#include "archive_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel;
  fuzz::Exact body({reinterpret_cast<const char*>(data), size});
  auto out = std::make_unique<char[]>(size);
  archive::Dechunked done = archive::dechunk(body.bytes(), out.get());
  fuzz::require(done.bytes <= size);
  fuzz::require(done.end != archive::ChunkedEnd::kNotChunked || done.bytes == 0);
  std::string in_place(body.bytes());
  archive::Dechunked again = archive::dechunk(in_place, in_place.data());
  fuzz::require(again.end == done.end && again.bytes == done.bytes);
  fuzz::require(done.bytes == 0 || std::memcmp(in_place.data(), out.get(), done.bytes) == 0);
  return 0;
}
