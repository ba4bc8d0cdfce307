#include "base/hash.h"

// xxHash chooses the widest vector instructions of the machine at run time, if it was built so.
#if defined(DOPPEL_XXH3_DISPATCH)
#include <xxh_x86dispatch.h>
#else
#include <xxhash.h>
#endif

namespace doppel {

uint64_t hash64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Hash128 hash128(std::string_view bytes) {
  XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
  return {h.high64, h.low64};
}

Hash128 hash128(std::span<const uint64_t> numbers) {
  return hash128({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}

}  // namespace doppel
