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
// A word is hashed in two steps, because every word of a corpus takes the first and only words of
// texts that are compared take the second: a SecretWord is one multiplication, its unit three more.
//
// Cost: under 1 ns a word beside finding it; 2 ns a word and 1 ns a window of five for texts that
// are compared. Immutable; safe to share between threads.
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

class ShingleKey {
 public:
  // Of this process: drawn when it is first asked for.
  static const ShingleKey& of_process();
  // Drawn anew: for who does not want to count under the key that others counted with.
  static ShingleKey drawn();
  // A key that can be had again, for tests that hold two keys against each other.
  static ShingleKey from_seed(uint64_t seed);

  // What is kept of a word until it is known whether its text will be compared.
  struct SecretWord {
    uint64_t low = 0, high = 0;
    friend bool operator==(const SecretWord&, const SecretWord&) = default;
  };
  // A copy of what short words need, for loops that store into memory the key might lie in.
  class ShortWords {
   public:
    explicit ShortWords(const ShingleKey& key)
        : low_(key.words_.low[0]), high_(key.words_.high[0]) {}
    SecretWord operator()(ShortUnit word) const {
      return halves(static_cast<Wide>(low_ + word.low) * (high_ + word.high));
    }

   private:
    uint64_t low_, high_;
  };
  // Of all the bytes. REQUIRES: none is zero.
  SecretWord secret_word(std::string_view bytes) const;

  uint64_t unit(std::string_view bytes) const { return unit(secret_word(bytes), units_); }
  // Replaces `out` by the unit of each word.
  void units(std::span<const SecretWord> words, std::vector<uint64_t>& out) const;
  // The word that pads; no text has it.
  uint64_t padding_unit() const { return units_.padding; }

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
  static constexpr size_t kPieces = 4;  // of 16 bytes; longer words are hashed down to one

  struct WordKeys {
    std::array<uint64_t, kPieces + 1> low, high;  // by piece; the last for longer words
  };
  struct UnitKeys {
    Wide offset, low, high;
    uint64_t padding;
  };
  struct WindowKeys {
    std::array<uint64_t, TextRules::kMaxWindow> addends;
    std::array<uint64_t, TextRules::kMaxWindow + 1> lengths;
  };
  static uint64_t unit(const SecretWord& word, const UnitKeys& keys) {
    const Wide sum = keys.offset + (keys.low + word.low) * (keys.high + word.high);
    return static_cast<uint64_t>(sum >> 64);
  }
  ShingleKey(const WordKeys& words, const UnitKeys& units, const WindowKeys& windows,
             const HashKey& long_words)
      : words_(words), units_(units), windows_(windows), long_words_(long_words) {}

  Wide product(size_t piece, ShortUnit word) const {
    return static_cast<Wide>(words_.low[piece] + word.low) * (words_.high[piece] + word.high);
  }
  static SecretWord halves(Wide sum) {
    return {static_cast<uint64_t>(sum), static_cast<uint64_t>(sum >> 64)};
  }

  WordKeys words_;
  UnitKeys units_;
  WindowKeys windows_;
  HashKey long_words_;
};

}  // namespace doppel::text
