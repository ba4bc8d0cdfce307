// A hash table of text numbers that costs 5 bytes a place: a byte of the hash and the number.
// Several numbers may stand under one hash; what they stand for is compared by the caller.
//
// Places are filled to 4/5 at most, and the table grows by half, so it takes 6 to 10 bytes a
// number. Numbers can be taken out. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace doppel::index {

class TagTable {
 public:
  explicit TagTable(size_t expected = 0) { resize(expected); }

  // Calls visit(number) for each number whose place and tag are those of the hash, until it answers
  // true.
  template <typename Visit>
  void find(uint64_t hash, Visit visit) const {
    const uint8_t tag = tag_of(hash);
    for (size_t at = home(hash); tags_[at] != kEmpty; at = next(at)) {
      if (tags_[at] == tag && visit(TextId{numbers_[at]})) return;
    }
  }
  void prefetch(uint64_t hash) const {
    const size_t at = home(hash);
    __builtin_prefetch(&tags_[at]);
    __builtin_prefetch(&numbers_[at]);
  }

  // hash_of(number) is asked again when the table grows.
  template <typename HashOf>
  void insert(uint64_t hash, TextId number, HashOf hash_of) {
    if (is_full()) grow(hash_of);
    put(hash, number);
  }
  // REQUIRES: !is_full().
  void put(uint64_t hash, TextId number) {
    size_t at = home(hash);
    while (tags_[at] > kTakenOut) at = next(at);
    if (tags_[at] == kEmpty) ++used_;
    tags_[at] = tag_of(hash);
    numbers_[at] = number.value;
  }
  void erase(uint64_t hash, TextId number) {
    const uint8_t tag = tag_of(hash);
    for (size_t at = home(hash); tags_[at] != kEmpty; at = next(at)) {
      if (tags_[at] != tag || numbers_[at] != number.value) continue;
      tags_[at] = kTakenOut;
      return;
    }
  }
  bool is_full() const { return 5 * (used_ + 1) > 4 * tags_.size(); }
  size_t bytes() const { return tags_.capacity() + numbers_.capacity() * sizeof(uint32_t); }

 private:
  static constexpr uint8_t kEmpty = 0, kTakenOut = 1;
  static constexpr size_t kFewest = 16;

  static uint8_t tag_of(uint64_t hash) { return static_cast<uint8_t>(2 + (hash & 0xFF) % 254); }
  size_t home(uint64_t hash) const { return (hash >> 32) * tags_.size() >> 32; }
  size_t next(size_t at) const { return at + 1 == tags_.size() ? 0 : at + 1; }

  void resize(size_t expected) {
    const size_t places = std::max(kFewest, expected + expected / 4 + 1);
    tags_.assign(places, kEmpty);
    numbers_.assign(places, 0);
    used_ = 0;
  }

  template <typename HashOf>
  void grow(HashOf hash_of) {
    size_t count = 0;
    for (uint8_t tag : tags_) count += tag > kTakenOut;
    TagTable larger(count + count / 2);
    for (size_t i = 0; i < tags_.size(); ++i) {
      if (tags_[i] > kTakenOut) larger.put(hash_of(TextId{numbers_[i]}), TextId{numbers_[i]});
    }
    *this = std::move(larger);
  }

  std::vector<uint8_t> tags_;
  std::vector<uint32_t> numbers_;
  size_t used_ = 0;  // places that are not empty
};

}  // namespace doppel::index
