#include "base/hash.h"

#include <cassert>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace doppel {

uint64_t hash64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// Flat: most slices are words of a few bytes, for which a call costs as much as the hash.
[[gnu::flatten]] void hash64_each(const char* bytes, std::span<const uint64_t> ends,
                                  std::span<uint64_t> out) {
  assert(out.size() == ends.size());
  uint64_t begin = 0;
  for (size_t i = 0; i < ends.size(); ++i) {
    out[i] = XXH3_64bits(bytes + begin, ends[i] - begin);
    begin = ends[i];
  }
}

Hash128 hash128(std::string_view bytes) {
  XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
  return {h.high64, h.low64};
}

Hash128 hash128(std::span<const uint64_t> numbers) {
  return hash128({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}

}  // namespace doppel
