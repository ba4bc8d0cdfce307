// Reports to a ProgressFn how far a phase has come, at most ten times a second, and passes on its
// request to cancel.
//
// There is one meter for each run; begin() starts a phase. advance() is cheap enough to call for
// every batch. Not thread-safe: only the thread that made the public call uses it, as types.h
// promises.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/clock.h"
#include "doppel/types.h"

namespace doppel {

class ProgressMeter {
 public:
  // An empty fn is allowed: nothing is reported and nothing is ever cancelled.
  explicit ProgressMeter(ProgressFn fn, const Clock& clock = steady_clock())
      : fn_(std::move(fn)), clock_(clock) {}

  void begin(std::string_view phase, std::string_view unit, uint64_t total);
  // Adds to the progress. kCancelled once the callback has asked to stop, and always after that.
  Status advance(uint64_t units, uint64_t records = 0);
  // Reports the final state of the phase, however recent the last report is.
  Status end();

 private:
  Status report();

  ProgressFn fn_;
  const Clock& clock_;
  Progress state_;
  int64_t last_report_ns_ = 0;
  bool stopped_ = false;
};

}  // namespace doppel
