// Any bytes as a coded body: the first byte chooses the coding (gzip, deflate, br, zstd, two of
// them). Rooms have exactly the size asked for; nothing above the limit comes out.
#include <cstdint>

#include "archive_checks.h"
#include "codec/content_decoder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel;
  if (size == 0) return 0;
  constexpr const char* kCodings[] = {"gzip", "deflate", "br", "zstd", "br, gzip", "gzip, deflate"};
  constexpr size_t kLimit = 100'000;
  fuzz::Exact body({reinterpret_cast<const char*>(data) + 1, size - 1});
  std::vector<std::unique_ptr<char[]>> rooms;
  codec::Decoded out =
      codec::ContentDecoder().decode(kCodings[data[0] % 6], body.bytes(), kLimit, [&](size_t n) {
        fuzz::require(n <= kLimit);
        rooms.push_back(std::make_unique<char[]>(n));
        return codec::Unpacker::Room{rooms.back().get(), n};
      });
  fuzz::require(out.bytes.size() <= std::max(kLimit, body.bytes().size()));
  uint64_t sum = 0;
  for (char c : out.bytes) sum += static_cast<uint8_t>(c);  // every byte is there to be read
  return sum == UINT64_MAX;
}
