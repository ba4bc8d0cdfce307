// Words and windows under a secret: what proofs are counted with.
//
// The fixed hashes of unit_hash.h and window_hashes.h are fixed, so that sketches and band keys
// are the same on every machine. That makes them searchable: two words with one fixed hash are
// found in seconds, and texts made of them seem to share windows that they do not share. A
// ShingleKey hashes the same windows from the bytes of their words, under a key that is drawn for
// each process. Exact verification compares these hashes only; they are never stored, and no answer
// depends on the key.
//
// Bound: whoever does not know the key, and whatever the two windows are, if they differ in a word
// they get one hash with probability below 2^-58 (shingle_key.cc has the proof).
//
// Cost: some 1 ns a word beside finding it, 1 ns a window of five. Immutable; safe to share between
// threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/keyed_hash.h"
#include "doppel/text.h"
#include "text/unit_hash.h"

namespace doppel::text {

class ShingleKey {
 public:
  // Of this process: drawn when it is first asked for.
  static const ShingleKey& of_process();
  // A key that can be had again, for tests that hold two keys against each other.
  static ShingleKey from_seed(uint64_t seed);

  uint64_t short_unit(ShortUnit unit) const {
    return static_cast<uint64_t>((units_.offsets[1] + product(0, unit)) >> 64);
  }
  // Of all the bytes. REQUIRES: none is zero.
  uint64_t unit(std::string_view bytes) const;
  // The word that pads; no text has it.
  uint64_t padding_unit() const { return static_cast<uint64_t>(units_.offsets[0] >> 64); }

  // REQUIRES: count <= TextRules::kMaxWindow.
  uint64_t window(const uint64_t* units, size_t count) const {
    uint64_t h = windows_.lengths[count];
    for (size_t i = 0; i + 1 < count; i += 2) {
      h += (units[i] + windows_.addends[i]) * (units[i + 1] + windows_.addends[i + 1]);
    }
    return count % 2 == 0 ? h : h + units[count - 1];
  }
  // The hash of the window of k units that begins at each. REQUIRES: out.size() + k - 1 units, k
  // >= 1.
  void windows(const uint64_t* units, size_t k, std::span<uint64_t> out) const;

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr size_t kPieces = 4;  // of 16 bytes; longer units are hashed down to one

  struct UnitKeys {
    std::array<Wide, kPieces> low, high;
    std::array<Wide, kPieces + 2> offsets;  // by pieces; the last for longer units
  };
  struct WindowKeys {
    std::array<uint64_t, TextRules::kMaxWindow> addends;
    std::array<uint64_t, TextRules::kMaxWindow + 1> lengths;
  };
  ShingleKey(const UnitKeys& units, const WindowKeys& windows, const HashKey& long_units)
      : units_(units), windows_(windows), long_units_(long_units) {}

  Wide product(size_t piece, ShortUnit unit) const {
    return (units_.high[piece] + unit.high) * (units_.low[piece] + unit.low);
  }

  UnitKeys units_;
  WindowKeys windows_;
  HashKey long_units_;
};

}  // namespace doppel::text
