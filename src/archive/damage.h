// Limits the work of searching for members inside compressed bytes that are damaged.
//
// After a broken member, the next one is searched from the second byte of the broken one on. A
// candidate found there may be broken as well, after as many bytes again, and so on: an attacker
// can let thousands of members begin inside each other and share one long end. So the attempts
// within a damaged range, from the first broken member to the furthest byte that any attempt has
// read, may together cost a few times the longest of them. After that, the rest of the range is
// skipped. So all attempts together are linear in the bytes of the file and in what they decompress
// to.
//
// A pure value: it depends on the attempts alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace doppel::archive {

class Damage {
 public:
  // Call between two members. Whether `at` is past the damaged range, if there was one: then
  // nothing before `at` matters any more.
  bool is_over(size_t at) {
    if (at >= reach_) *this = Damage();
    return reach_ == 0;
  }

  // The member at `at` was found broken after `consumed` compressed bytes, which gave `unpacked`
  // bytes. Returns where to search for the next one.
  size_t look_on(size_t at, size_t consumed, uint64_t unpacked) {
    if (reach_ == 0) begin_ = at;
    reach_ = std::max(reach_, at + std::max<size_t>(consumed, 1));
    const uint64_t cost = consumed + unpacked;
    spent_ += cost;
    dearest_ = std::max(dearest_, cost);
    const bool patient = spent_ <= kAttempts * dearest_ + kPerByte * (at - begin_);
    return patient ? at + 1 : reach_;
  }

 private:
  static constexpr uint64_t kAttempts = 8, kPerByte = 16;

  size_t begin_ = 0;
  size_t reach_ = 0;  // 0: no damage
  uint64_t spent_ = 0, dearest_ = 0;
};

}  // namespace doppel::archive
