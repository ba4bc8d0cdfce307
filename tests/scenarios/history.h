// Histories over a nasty little universe: few addresses, texts that form chains, versions that come
// late or twice, clocks that go back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/world.h"

namespace doppel::scenarios {

// Where the choices of a history come from: any number will do. Random numbers, or the bytes of a
// fuzzer.
using Choices = std::function<uint32_t()>;
// `pages`: most texts have two views.
std::vector<Happening> history_of(const Choices& choices, size_t length, bool pages = false);

// The same seed gives the same history.
std::vector<Happening> random_history(uint32_t seed, size_t length, bool pages = false);

// Markets of the universe, as a market file.
std::string_view universe_markets();

}  // namespace doppel::scenarios
