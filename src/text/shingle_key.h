// Words and windows under a secret: what proofs are counted with.
//
// The hashes of unit_hash.h and window_hashes.h are fixed and public, so that sketches and band
// keys are the same on every machine. That makes them searchable: two words with one fixed hash are
// found in seconds, and texts made of them seem to share windows that they do not share. A
// ShingleKey hashes the same windows from the bytes of their words, under a key that is drawn for
// each process. Exact verification compares these hashes only; they are never stored, and no answer
// depends on the key.
//
// Bound: whoever does not know the key, and whatever the two windows are, if they differ in a word
// they get one hash with probability below 2^-55 (shingle_key.cc has the proof).
//
// Cost: under 1 ns a word beside finding it, 1 ns a window of five. Immutable; safe to share
// between threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/keyed_hash.h"
#include "doppel/text.h"
#include "text/unit_hash.h"

namespace doppel::text {

// A unit (a word, or one code point of it) under a key: 128 bits.
struct SecretUnit {
  uint64_t low = 0, high = 0;
};

// Units in order. A buffer that grows and is used again; those in use come first.
struct SecretUnits {
  std::vector<uint64_t> low, high;
  size_t used = 0;

  void clear() { used = 0; }
  void push_back(const SecretUnit& unit) {
    make_room(1);
    low[used] = unit.low;
    high[used++] = unit.high;
  }
  void make_room(size_t count) {
    if (low.size() - used >= count) [[likely]]
      return;
    low.resize(2 * low.size() + count);
    high.resize(low.size());
  }
};

class ShingleKey {
 public:
  // Of this process: drawn when it is first asked for.
  static const ShingleKey& of_process();
  // Drawn anew: for who does not want to count under the key that others counted with.
  static ShingleKey drawn();
  // A key that can be had again, for tests that hold two keys against each other.
  static ShingleKey from_seed(uint64_t seed);

  // A copy of what short words need, for loops that store into memory the key might lie in.
  class ShortWords {
   public:
    explicit ShortWords(const ShingleKey& key)
        : low_(key.words_.low[0]), high_(key.words_.high[0]) {}
    SecretUnit operator()(ShortUnit word) const {
      return halves(static_cast<Wide>(low_ + word.low) * (high_ + word.high));
    }

   private:
    uint64_t low_, high_;
  };
  // Of all the bytes. REQUIRES: none is zero.
  SecretUnit unit(std::string_view bytes) const;
  // The word that pads; no text has it.
  SecretUnit padding_unit() const { return padding_; }
  // Of one word, for who needs no windows.
  uint64_t word_hash(std::string_view bytes) const;

  // The hash of the window of k units that begins at each. REQUIRES: out.size() + k - 1 units, 1 <=
  // k <= TextRules::kMaxWindow.
  void windows(const uint64_t* low, const uint64_t* high, size_t k, std::span<uint64_t> out) const;
  void windows(const SecretUnits& units, size_t k, std::span<uint64_t> out) const {
    windows(units.low.data(), units.high.data(), k, out);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr size_t kPieces = 4;  // of 16 bytes; longer words are hashed down to one

  struct WordKeys {
    std::array<uint64_t, kPieces + 1> low, high;  // by piece; the last for longer words
  };
  struct WindowKeys {
    std::array<uint64_t, TextRules::kMaxWindow> low, high;  // by place
    std::array<uint64_t, TextRules::kMaxWindow + 1> lengths;
  };
  ShingleKey(const WordKeys& words, const SecretUnit& padding, const WindowKeys& windows,
             const HashKey& long_words)
      : words_(words), padding_(padding), windows_(windows), long_words_(long_words) {}

  uint64_t window(const uint64_t* low, const uint64_t* high, size_t count) const;
  Wide product(size_t piece, ShortUnit word) const {
    return static_cast<Wide>(words_.low[piece] + word.low) * (words_.high[piece] + word.high);
  }
  static SecretUnit halves(Wide sum) {
    return {static_cast<uint64_t>(sum), static_cast<uint64_t>(sum >> 64)};
  }

  WordKeys words_;
  SecretUnit padding_;
  WindowKeys windows_;
  HashKey long_words_;
};

}  // namespace doppel::text
