#include "base/clock.h"

#include <chrono>

namespace doppel {
namespace {

class SteadyClock : public Clock {
 public:
  int64_t now_ns() const override {
    auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
  }
};

}  // namespace

const Clock& steady_clock() {
  static const SteadyClock clock;
  return clock;
}

}  // namespace doppel
