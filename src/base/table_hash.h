// Where an entry of a hash table in memory stands: a multiplication by a number nobody knows.
//
// Shingles and text hashes are public functions, so somebody could write pages whose entries all
// meet in one place of a table. The multiplier is drawn once a process; no answer depends on it.
// zero() puts everything in one place, for tests that want to see that.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/secret.h"

namespace doppel {

class TableHash {
 public:
  static TableHash usual() {
    static const uint64_t drawn = drawn_secret<uint64_t>() | 1;
    return TableHash(drawn);
  }
  static TableHash zero() { return TableHash(0); }

  // The top `bits` bits of the product. REQUIRES: 0 < bits <= 64.
  size_t place(uint64_t hash, int bits) const { return hash * multiplier_ >> (64 - bits); }

 private:
  explicit TableHash(uint64_t multiplier) : multiplier_(multiplier) {}
  uint64_t multiplier_;
};

}  // namespace doppel
