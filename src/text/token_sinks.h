// What becomes of a token: its bytes are written down, or only its hashes. Two types of one shape,
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
#include <string_view>
#include <vector>

#include "text/shingle_key.h"
#include "text/tokenizer.h"
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

// Writes two hashes of each token: the fixed one of unit_hash.h, and the one under a secret key.
class HashSink {
 public:
  HashSink(const ShingleKey& key, TokenHashes& out) : key_(key), out_(out) { out_.used_ = 0; }

  void words(const char* from, const uint16_t* edges, size_t count) {
    make_room(count);
    for (size_t i = 0; i < count; ++i, edges += 2) {
      const size_t size = size_t{edges[1]} - edges[0];
      const char* word = from + edges[0];
      if (size <= kShortUnit) {
        append_short(small_word(word, size));
      } else {
        append_long_word(word, size);
      }
    }
  }
  void token(const char* folded, size_t size) {
    make_room(1);
    if (size <= kShortUnit) {
      append_short(load_short_unit(folded, size));
    } else {
      append({folded, size});
    }
  }

 private:
  static ShortUnit small_word(const char* word, size_t size) {
    constexpr uint64_t kSmall = 0x0101010101010101 * kSmallBit;
    const ShortUnit unit = load_short_unit(word), mask = short_unit_mask(size);
    return {(unit.low | kSmall) & mask.low, (unit.high | kSmall) & mask.high};
  }
  void append_short(ShortUnit unit) {
    out_.fixed_[out_.used_] = short_unit_hash(unit);
    out_.keyed_[out_.used_++] = key_.short_unit(unit);
  }
  void append(std::string_view unit) {
    out_.fixed_[out_.used_] = unit_hash(unit);
    out_.keyed_[out_.used_++] = key_.unit(unit);
  }
  void append_long_word(const char* word, size_t size);

  void make_room(size_t count) {
    if (out_.fixed_.size() - out_.used_ >= count) [[likely]]
      return;
    out_.fixed_.resize(2 * out_.fixed_.size() + count);
    out_.keyed_.resize(out_.fixed_.size());
  }

  const ShingleKey& key_;
  TokenHashes& out_;
};

}  // namespace doppel::text
