// Any bytes as a history of page events: after every round the living groups are those of a run
// from scratch, every removal is proven, the fold of all events is the state, and a round that is
// delivered again changes nothing (tests/scenarios/laws.h).
//
// The first byte chooses threshold and limits, the second how many events make a round, the third
// whether rounds are shuffled, the state is opened again after each, and texts have two views;
// every choice of the history takes a byte more, and the history ends with the bytes.
#include <algorithm>
#include <cstdint>

#include "require.h"
#include "scenarios/history.h"
#include "scenarios/laws.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel;
  constexpr size_t kHeadBytes = 3, kBytesPerEvent = 5, kMaxEvents = 30;
  if (size < kHeadBytes) return 0;
  size_t at = kHeadBytes;
  auto next_byte = [&]() -> uint32_t { return at < size ? data[at++] : 0; };
  const size_t events = std::min((size - kHeadBytes) / kBytesPerEvent, kMaxEvents);
  const auto history = scenarios::history_of(next_byte, events, (data[2] & 4) != 0);
  const std::string fault = scenarios::sound_law(
      data[0], history,
      {.events = 1 + data[1] % 8u, .shuffle = (data[2] & 1) != 0, .restart = (data[2] & 2) != 0});
  fuzz::require(fault.empty(), fault);
  return 0;
}
