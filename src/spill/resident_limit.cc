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
constexpr uint64_t kStepShare = 16;  // of the limit

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
    : limit_(limit), release_(std::move(release)) {
  watcher_.submit([this] { watch(); });
}

ResidentLimit::~ResidentLimit() {
  std::lock_guard lock(mutex_);
  stopping_ = true;
  wake_.notify_all();
}

// What is touched before the next look must still fit below the limit.
void ResidentLimit::watch() {
  const uint64_t step = limit_ / kStepShare;
  uint64_t most = limit_ - step;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kEvery, [&] { return stopping_; })) {
    const uint64_t now = resident_bytes();
    if (now < limit_ - step) most = limit_ - step;
    if (now < most) continue;
    release_();
    most = std::max(limit_ - step, resident_bytes() + step);
  }
}

}  // namespace doppel::spill
