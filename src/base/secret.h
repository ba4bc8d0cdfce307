// Random bytes that nobody outside this process knows, from the operating system.
//
// Code that decides whether two things are equal without seeing the bytes of both uses a key made
// of these (keyed_hash.h): nobody can search for collisions beforehand, because each process draws
// a new key. No result may depend on the bytes drawn.
//
// Throws std::system_error if the operating system cannot provide random bytes; public functions
// turn that into a Status (guard.h). Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace doppel {

void draw_secret(std::span<std::byte> out);
// Bytes that are not secret: the same for the same seed, for tests that compare keys.
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
