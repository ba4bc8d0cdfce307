// The Rabin chunker; chunks.h has its rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace doppel::sketch {

// Appends the ends. REQUIRES: expected_bytes is a power of two, max_bytes > 0.
void rabin_ends(std::string_view bytes, uint32_t expected_bytes, uint32_t max_bytes,
                std::vector<size_t>& ends);

}  // namespace doppel::sketch
