#include "spill/resident_limit.h"

#include <algorithm>

namespace doppel::spill {
namespace {

using std::chrono::nanoseconds;

// Memory that may become resident before the next check, which may be late on a busy machine. It
// must still fit below the limit.
constexpr uint64_t kSlack = uint64_t{16} << 20;
// Page faults make at most some 2 bytes a nanosecond resident.
constexpr uint64_t kBytesPerNs = 2;
constexpr nanoseconds kSoonest = std::chrono::milliseconds{1},
                      kLatest = std::chrono::milliseconds{20};
constexpr int kShare = 4;  // checking takes at most one part in so many of the time

}  // namespace

ResidentLimit::ResidentLimit(uint64_t limit, std::function<uint64_t()> held,
                             std::function<void()> release)
    : wanted_(limit - std::min(limit / 4, kSlack)),
      held_(std::move(held)),
      release_(std::move(release)),
      next_(Clock::now()) {
  watcher_.submit([this] { watch(); });  // without a thread only look() remains
}

ResidentLimit::~ResidentLimit() {
  std::lock_guard lock(mutex_);
  stopping_ = true;
  wake_.notify_all();
}

void ResidentLimit::look() {
  if (Clock::now() < next_.load(std::memory_order_relaxed)) return;
  std::lock_guard lock(mutex_);
  if (Clock::now() >= next_.load(std::memory_order_relaxed)) ask();
}

void ResidentLimit::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_until(lock, next_.load(), [&] { return stopping_; })) {
    if (Clock::now() >= next_.load()) ask();
  }
}

void ResidentLimit::ask() {
  const Clock::time_point before = Clock::now();
  uint64_t now = held_();
  if (now >= wanted_) {
    release_();
    now = 0;
  }
  const Clock::time_point after = Clock::now();
  const auto until_full = nanoseconds(std::min<uint64_t>((wanted_ - now) / kBytesPerNs, INT64_MAX));
  const nanoseconds wait = std::clamp(until_full, kSoonest, kLatest);
  next_ = after + std::max<nanoseconds>(wait, kShare * (after - before));
}

}  // namespace doppel::spill
