// Has a text with these words been signed already? Asked by all workers before they make a
// signature, so that equal texts are signed once.
//
// Only a hint: it may say yes for a text that is new (its hash was forged, or half of it fell
// together). Such a text is signed later, from the store. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "base/hash.h"

namespace doppel::engine {

class SeenTexts {
 public:
  // True for the first caller with that hash.
  bool is_first(const Hash128& words_hash) {
    Part& part = parts_[words_hash.high % kParts];
    std::lock_guard lock(part.mutex);
    return part.hashes.insert(words_hash.low).second;
  }

 private:
  static constexpr size_t kParts = 64;
  struct Part {
    std::mutex mutex;
    std::unordered_set<uint64_t> hashes;
  };
  std::array<Part, kParts> parts_;
};

}  // namespace doppel::engine
