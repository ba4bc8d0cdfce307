// Random histories over a nasty little universe: few addresses, texts that form chains, versions
// that come late or twice, clocks that go back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/world.h"

namespace doppel::scenarios {

// The same seed gives the same history.
std::vector<Happening> random_history(uint32_t seed, size_t length);

// Markets of the universe, as a market file.
std::string_view universe_markets();

}  // namespace doppel::scenarios
