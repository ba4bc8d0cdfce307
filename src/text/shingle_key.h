// Hashes of words and windows under a secret key: proofs are counted with these.
//
// The hashes of unit_hash.h and window_hashes.h are fixed and public, so that sketches and band
// keys are the same on every machine. But it also lets an attacker find two words with the same
// fixed hash within seconds, and texts made of such words would seem to share windows that they do
// not share. A ShingleKey hashes the same windows from the bytes of their words, under a random key
// of each process. Exact verification compares only these hashes; they are never stored, and no
// result depends on the key.
//
// Bound: any two windows that differ in a word, chosen without knowledge of the key, get the same
// hash with a probability below 2^-55 (the proof is in shingle_key.cc).
//
// Cost: less than 1 ns per word in addition to finding it, and 1 ns per window of five words.
// Immutable; safe to share between threads.
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

// Units in order, in a reusable buffer; the units in use come first.
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
  // The key of this process, drawn at random on first use.
  static const ShingleKey& of_process();
  // A new random key, for callers that must not count under the key of an earlier count.
  static ShingleKey drawn();
  // A reproducible key, for tests that compare two keys.
  static ShingleKey from_seed(uint64_t seed);

  // A copy of the part of the key that short words need, for loops whose stores the compiler cannot
  // prove to leave the key unchanged.
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
  // The word used for padding; it cannot occur in a text.
  SecretUnit padding_unit() const { return padding_; }
  // The hash of one word, for callers that need no windows.
  uint64_t word_hash(std::string_view bytes) const;

  // The hash of the window of k units that begins at each unit. REQUIRES: out.size() + k - 1 units,
  // 1 <= k <= TextRules::kMaxWindow.
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
    std::array<uint64_t, TextRules::kMaxWindow> low, high;  // by position
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
