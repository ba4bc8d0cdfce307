// The gear hash is h = 2 h + gear[byte] mod 2^64: a byte leaves by itself after 64 steps, so there
// is no window to keep. The upper bits have seen the most bytes, therefore the masks are taken from
// the top.
//
//   chunk   |-- min: skipped --|-- up to expected: strict mask --|-- up to max: loose mask --| cut
//
// h starts at 0 after the skipped bytes, so a boundary depends on where the chunk began only
// through its first 64 bytes after the minimum; chunks fall in step again soon after an edit.
//
// Tested by chunks_test.cc.
#include "sketch/gear.h"

#include <algorithm>
#include <array>
#include <bit>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

constexpr int kNormalisation = 2;  // bits more before the expected size, fewer after it

constexpr std::array<uint64_t, 256> kGear = [] {
  std::array<uint64_t, 256> out{};
  TableRandom random(0x6EA2);  // Stored: never change.
  for (uint64_t& gear : out) gear = random.next();
  return out;
}();

constexpr uint64_t top_bits(int bits) { return ~uint64_t{0} << (64 - bits); }

constexpr size_t kNone = 0;

// Rolls from `at` to `end`. Where the first boundary is; kNone, and the hash so far, if there is
// none.
size_t roll(const uint8_t* data, size_t at, size_t end, uint64_t mask, uint64_t& hash) {
  uint64_t h = hash;
  for (; at + 1 < end; at += 2) {
    h = 2 * h + kGear[data[at]];
    if ((h & mask) == 0) return at + 1;
    h = 2 * h + kGear[data[at + 1]];
    if ((h & mask) == 0) return at + 2;
  }
  if (at < end) {
    h = 2 * h + kGear[data[at++]];
    if ((h & mask) == 0) return at;
  }
  hash = h;
  return kNone;
}

}  // namespace

void gear_ends(std::string_view bytes, uint32_t min_bytes, uint32_t expected_bytes,
               uint32_t max_bytes, std::vector<size_t>& ends) {
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  const int bits = std::countr_zero(expected_bytes);
  const uint64_t strict = top_bits(bits + kNormalisation), loose = top_bits(bits - kNormalisation);
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t left = bytes.size() - begin;
    const size_t expected = begin + std::min<size_t>(expected_bytes, left);
    const size_t last = begin + std::min<size_t>(max_bytes, left);
    uint64_t hash = 0;
    size_t end = roll(data, begin + std::min<size_t>(min_bytes, left), expected, strict, hash);
    if (end == kNone) end = roll(data, expected, last, loose, hash);
    begin = end == kNone ? last : end;
    ends.push_back(begin);
  }
}

}  // namespace doppel::sketch
