#include "base/hash.h"

#include <new>

#include "base/streamed_hash.h"

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

struct StreamedHash128::State {
  State() : xxh(XXH3_createState()) {
    if (xxh == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  XXH3_state_t* const xxh;
};

StreamedHash128::StreamedHash128() : state_(std::make_unique<State>()) {}

StreamedHash128::~StreamedHash128() = default;

void StreamedHash128::add(std::string_view bytes) {
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

Hash128 StreamedHash128::hash() const {
  const XXH128_hash_t h = XXH3_128bits_digest(state_->xxh);
  return {h.high64, h.low64};
}

}  // namespace doppel
