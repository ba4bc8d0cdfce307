// The keys of a sketch: each band of its slots (banding.h) as one 32-bit number. Texts that share a
// key are candidates of each other; compare/band_index.h finds them.
//
// Stored: never change. Cost: one multiplication a slot. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <span>

#include "sketch/banding.h"

namespace doppel::sketch {

// One key for each band of each sketch, for one sketch or a batch of them.
// REQUIRES: sketches.size() == n * kSketchSlots, keys.size() == n * banding.bands.
void make_band_keys(std::span<const uint32_t> sketches, const Banding& banding,
                    std::span<uint32_t> keys);

}  // namespace doppel::sketch
