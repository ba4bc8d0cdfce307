// What becomes of a token: its bytes are stored, or only its hashes. There are two types with the
// same interface, because the loops of the tokenizer are compiled for each of them:
//
//   words(from, edges, count)  words of ASCII, as they are: word i begins at from[edges[2i]] and
//                              ends before from[edges[2i+1]]
//   token(folded, size)        a token as it is to be; not empty
//
// REQUIRES: 16 bytes from the beginning of a word or token are readable, and all of it if it is
// longer.
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

// In an ASCII letter or digit this bit is either set already, or setting it makes a capital lower
// case.
inline constexpr char kSmallBit = 0x20;

// The bytes in use come first in `bytes`.
class ByteSink {
 public:
  ByteSink(std::vector<char>& bytes, std::vector<uint64_t>& ends) : bytes_(bytes), ends_(ends) {
    ends_.clear();
  }

  void words(const char* from, const uint16_t* edges, size_t count) {
    for (size_t i = 0; i < count; ++i, edges += 2) {
      const size_t size = size_t{edges[1]} - edges[0];
      // A short word is copied together with the bytes after it; the next word overwrites those.
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

// Appends two hashes of each token: the fixed one of unit_hash.h, and one under a secret key.
class HashSink {
 public:
  HashSink(const ShingleKey& key, TokenHashes& out) : key_(key), out_(out) {}

  void words(const char* from, const uint16_t* edges, size_t count) {
    make_room(count);
    const ShingleKey::ShortWords secret_word(key_);
    uint64_t* fixed = out_.fixed_.data() + out_.size();
    uint64_t* low = out_.secret_.low.data() + out_.size();
    uint64_t* high = out_.secret_.high.data() + out_.size();
    for (size_t i = 0; i < count; ++i, edges += 2) {
      const size_t size = size_t{edges[1]} - edges[0];
      const char* word = from + edges[0];
      if (size > kShortUnit) [[unlikely]] {
        hash_long_word(word, size, out_.size() + i);
        continue;
      }
      const ShortUnit unit = small_word(word, size);
      const SecretUnit secret = secret_word(unit);
      fixed[i] = short_unit_hash(unit);
      low[i] = secret.low;
      high[i] = secret.high;
    }
    out_.secret_.used += count;
  }
  void token(const char* folded, size_t size) {
    make_room(1);
    uint64_t& fixed = out_.fixed_[out_.size()];
    if (size <= kShortUnit) {
      const ShortUnit unit = load_short_unit(folded, size);
      fixed = short_unit_hash(unit);
      out_.secret_.push_back(ShingleKey::ShortWords(key_)(unit));
    } else {
      fixed = unit_hash({folded, size});
      out_.secret_.push_back(key_.unit({folded, size}));
    }
  }

 private:
  static ShortUnit small_word(const char* word, size_t size) {
    constexpr uint64_t kSmall = 0x0101010101010101 * kSmallBit;
    const ShortUnit unit = load_short_unit(word), mask = short_unit_mask(size);
    return {(unit.low | kSmall) & mask.low, (unit.high | kSmall) & mask.high};
  }
  [[gnu::noinline]] void hash_long_word(const char* word, size_t size, size_t at);

  void make_room(size_t count) {
    out_.secret_.make_room(count);
    if (out_.fixed_.size() < out_.secret_.low.size()) out_.fixed_.resize(out_.secret_.low.size());
  }

  const ShingleKey& key_;
  TokenHashes& out_;
};

}  // namespace doppel::text
