// The interface to the clock. Code that needs the time is given a Clock, so that tests can control
// it. Algorithms never ask for the time.
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

// A clock for tests that moves only when it is told to.
class ManualClock : public Clock {
 public:
  int64_t now_ns() const override { return now_ns_; }
  void advance_ns(int64_t ns) { now_ns_ += ns; }

 private:
  int64_t now_ns_ = 0;
};

}  // namespace doppel
