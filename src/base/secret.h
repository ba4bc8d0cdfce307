// Random bytes that nobody outside this process knows, from the operating system.
//
// What decides whether two things are equal and cannot look at the bytes of both uses a key made of
// these (keyed_hash.h): a key that is drawn anew for each process cannot be searched beforehand. No
// answer may depend on the bytes drawn.
//
// Throws std::system_error when the operating system has no randomness to give; the guards at the
// public entries turn that into a Status. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel {

void draw_secret(std::span<std::byte> out);
// Bytes that are no secret: the same for the same seed, for tests that hold keys against each
// other.
void fill_from_seed(uint64_t seed, std::span<std::byte> out);

// A value whose bytes are all random.
template <typename T>
T drawn_secret() {
  T out;
  draw_secret(std::as_writable_bytes(std::span(&out, 1)));
  return out;
}
template <typename T>
T seeded(uint64_t seed) {
  T out;
  fill_from_seed(seed, std::as_writable_bytes(std::span(&out, 1)));
  return out;
}

}  // namespace doppel
