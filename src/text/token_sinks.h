// What becomes of a token: its bytes are written down, or only its hash. Two types of one shape,
// for the tokenizer's loops are compiled for each:
//
//   words(from, edges, count)  words of ASCII, as they are: word i begins at from[edges[2i]] and
//                              ends before from[edges[2i+1]]
//   token(folded, size)        a token as it is to be; not empty
//
// REQUIRES: 16 bytes from where a word or token begins may be read, or all of it if that is more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/unit_hash.h"

namespace doppel::text {

// In ASCII letters and digits this bit is either set already or what makes a capital small.
inline constexpr char kSmallBit = 0x20;

// Those in use come first in `bytes`.
class ByteSink {
 public:
  ByteSink(std::vector<char>& bytes, std::vector<uint64_t>& ends) : bytes_(bytes), ends_(ends) {
    ends_.clear();
  }

  void words(const char* from, const uint16_t* edges, size_t count) {
    for (size_t i = 0; i < count; ++i, edges += 2) {
      const size_t size = size_t{edges[1]} - edges[0];
      // A short word is copied with what stands behind it; the next one is written over that.
      const size_t copied = std::max(size, kShortUnit);
      const char* word = from + edges[0];
      char* to = room(copied);
      for (size_t j = 0; j < copied; ++j) to[j] = static_cast<char>(word[j] | kSmallBit);
      finish(size);
    }
  }
  void token(const char* folded, size_t size) {
    std::copy(folded, folded + size, room(size));
    finish(size);
  }

 private:
  char* room(size_t size) {
    if (bytes_.size() - used_ < size) [[unlikely]] {
      bytes_.resize(2 * bytes_.size() + size);
    }
    return bytes_.data() + used_;
  }
  void finish(size_t size) {
    used_ += size;
    ends_.push_back(used_);
  }

  std::vector<char>& bytes_;
  std::vector<uint64_t>& ends_;
  size_t used_ = 0;
};

// Those in use come first in `hashes`; `used` counts them.
class HashSink {
 public:
  HashSink(std::vector<uint64_t>& hashes, size_t& used) : hashes_(hashes), used_(used) {
    used_ = 0;
  }

  void words(const char* from, const uint16_t* edges, size_t count) {
    uint64_t* to = room(count);
    for (size_t i = 0; i < count; ++i, edges += 2) {
      const size_t size = size_t{edges[1]} - edges[0];
      const char* word = from + edges[0];
      to[i] = size <= kShortUnit ? short_word_hash(word, size) : long_word_hash(word, size);
    }
    used_ += count;
  }
  void token(const char* folded, size_t size) {
    *room(1) = size <= kShortUnit ? short_unit_hash(load_short_unit(folded, size))
                                  : unit_hash({folded, size});
    ++used_;
  }

 private:
  static uint64_t short_word_hash(const char* word, size_t size) {
    constexpr uint64_t kSmall = 0x0101010101010101 * kSmallBit;
    const ShortUnit unit = load_short_unit(word), mask = short_unit_mask(size);
    return short_unit_hash({(unit.low | kSmall) & mask.low, (unit.high | kSmall) & mask.high});
  }
  [[gnu::noinline]] static uint64_t long_word_hash(const char* word, size_t size);

  uint64_t* room(size_t count) {
    if (hashes_.size() - used_ < count) [[unlikely]] {
      hashes_.resize(2 * hashes_.size() + count);
    }
    return hashes_.data() + used_;
  }

  std::vector<uint64_t>& hashes_;
  size_t& used_;
};

}  // namespace doppel::text
