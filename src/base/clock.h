// The clock seam: whoever needs the time is handed a Clock, so that tests can stop it.
//
// Algorithms below the tiers take no clock at all.
#pragma once

#include <cstdint>

namespace doppel {

class Clock {
 public:
  virtual ~Clock() = default;
  // Nanoseconds since an arbitrary moment; never goes back. Thread-safe.
  virtual int64_t now_ns() const = 0;
};

// The machine's clock.
const Clock& steady_clock();

// A clock that stands still until it is told to move.
class ManualClock : public Clock {
 public:
  int64_t now_ns() const override { return now_ns_; }
  void advance_ns(int64_t ns) { now_ns_ += ns; }

 private:
  int64_t now_ns_ = 0;
};

}  // namespace doppel
