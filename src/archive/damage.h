// How long it is worth looking inside packed bytes that could not be unpacked.
//
// Behind a broken member the next one is looked for from its second byte on. Whatever is found
// there may break as well, after as many bytes again, and so on at every place: an adversary lets
// thousands of members begin inside each other and share one long end. So a stretch of damage, from
// the first broken member to the furthest byte that any attempt has read, may cost a few times its
// longest attempt. After that nothing in it is tried again, and the search goes on behind it. All
// attempts together are then linear in the bytes and in what they unpack to.
//
// A pure value: what it says depends on the attempts alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace doppel::archive {

class Damage {
 public:
  // The walk is at `at`, between two members. Whether it has left the stretch behind, if there was
  // one: then nothing that lies before it matters any more.
  bool is_over(size_t at) {
    if (at >= reach_) *this = Damage();
    return reach_ == 0;
  }

  // The member at `at` broke after `consumed` packed bytes, which had given `unpacked`. Gives where
  // to look for the next one.
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
