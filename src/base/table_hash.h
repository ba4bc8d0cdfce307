// The slot of an entry in a hash table in memory: the hash is multiplied by a secret number.
//
// Shingles and text hashes are public functions, so an attacker could write pages whose entries all
// have the same slot. The multiplier is drawn at random once for each process; no result depends on
// it. zero() gives every entry the same slot, for tests.
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
  size_t slot(uint64_t hash, int bits) const { return hash * multiplier_ >> (64 - bits); }

 private:
  explicit TableHash(uint64_t multiplier) : multiplier_(multiplier) {}
  uint64_t multiplier_;
};

}  // namespace doppel
