#include "spill/resident_limit.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace doppel::spill {
namespace {

constexpr std::chrono::milliseconds kEvery{1};
// What may be touched before the next look, which comes late on a busy machine: it must still fit
// below the limit.
constexpr uint64_t kSlack = uint64_t{16} << 20;

}  // namespace

// The second number of /proc/self/statm, in pages.
uint64_t resident_bytes() {
  const int descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  std::array<char, 128> line;
  const ssize_t size = read(descriptor, line.data(), line.size());
  close(descriptor);
  if (size <= 0) return 0;
  const char *begin = line.data(), *end = begin + size;
  const char* blank = std::find(begin, end, ' ');
  uint64_t pages = 0;
  if (blank != end) std::from_chars(blank + 1, end, pages);
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
}

ResidentLimit::ResidentLimit(uint64_t limit, std::function<void()> release)
    : wanted_(limit - std::min(limit / 4, kSlack)),
      step_((limit - wanted_) / 4),
      most_(wanted_),
      release_(std::move(release)) {
  watcher_.submit([this] { watch(); });  // without a thread only look() remains
}

ResidentLimit::~ResidentLimit() {
  std::lock_guard lock(mutex_);
  stopping_ = true;
  wake_.notify_all();
}

void ResidentLimit::look() {
  std::lock_guard lock(mutex_);
  release_if_needed();
}

void ResidentLimit::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kEvery, [&] { return stopping_; })) release_if_needed();
}

void ResidentLimit::release_if_needed() {
  const uint64_t now = resident_bytes();
  if (now < wanted_) most_ = wanted_;
  if (now < most_) return;
  release_();
  most_ = std::max(wanted_, resident_bytes() + step_);
}

}  // namespace doppel::spill
