// Sets to test with: some are copies of others with a few elements changed, so that every
// similarity occurs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace doppel::support {

// Distinct elements in random order; hashes that look like shingles.
inline std::vector<uint64_t> random_set(size_t size, std::mt19937_64& random) {
  std::vector<uint64_t> out(size);
  for (uint64_t& element : out) element = random();
  return out;
}

// The set with some elements taken out and others put in.
inline std::vector<uint64_t> edited(std::vector<uint64_t> set, size_t out, size_t in,
                                    std::mt19937_64& random) {
  for (; out > 0 && !set.empty(); --out) {
    set.erase(set.begin() + static_cast<std::ptrdiff_t>(random() % set.size()));
  }
  for (; in > 0; --in) {
    set.insert(set.begin() + static_cast<std::ptrdiff_t>(random() % (set.size() + 1)), random());
  }
  return set;
}

inline std::vector<uint64_t> sorted(std::vector<uint64_t> set) {
  std::sort(set.begin(), set.end());
  return set;
}

}  // namespace doppel::support
