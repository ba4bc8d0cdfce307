// The first system call of a kind fails, then the second, the third ... in runs that are otherwise
// equal. The answer is an error that says what the system said, or the right one; DIR is whole or
// absent. Interrupted and short calls are finished without anybody noticing.
//
// The linker sends the calls of our code here (--wrap, see CMakeLists.txt).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <functional>
#include <string_view>

#include "doppel/doppel.h"
#include "small_corpus.h"

namespace {

enum class Call {
  kOpen,
  kRead,
  kPread,
  kWrite,
  kPwrite,
  kMmap,
  kFsync,
  kRename,
  kFallocate,
  kRandom,
  kClose,
  kMkdir,
  kFlock,
};
constexpr int kShort = -1;  // in the place of an errno: half of the bytes

std::atomic<Call> failing_call;
std::atomic<int> failing_how = 0;
std::atomic<long> calls_left = -1;  // -1: all succeed
std::atomic<bool> failed = false;

// 0, an errno, or kShort.
int failure_of(Call call) {
  if (call != failing_call || calls_left.load() < 0 || calls_left.fetch_sub(1) != 0) return 0;
  failed = true;
  return failing_how;
}

size_t shortened(size_t size) { return std::max<size_t>(size / 2, 1); }

}  // namespace

extern "C" {

int __real_open(const char* path, int flags, mode_t mode);
ssize_t __real_read(int fd, void* into, size_t size);
ssize_t __real_pread(int fd, void* into, size_t size, off_t at);
ssize_t __real_write(int fd, const void* from, size_t size);
ssize_t __real_pwrite(int fd, const void* from, size_t size, off_t at);
void* __real_mmap(void* address, size_t size, int protection, int flags, int fd, off_t at);
int __real_fsync(int fd);
int __real_rename(const char* from, const char* to);
int __real_posix_fallocate(int fd, off_t at, off_t size);
ssize_t __real_getrandom(void* into, size_t size, unsigned flags);
int __real_close(int fd);
int __real_mkdir(const char* path, mode_t mode);
int __real_flock(int fd, int operation);

#define FAIL_WITH(call, value)          \
  const int failure = failure_of(call); \
  if (failure > 0) {                    \
    errno = failure;                    \
    return value;                       \
  }

int __wrap_open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  FAIL_WITH(Call::kOpen, -1)
  return __real_open(path, flags, mode);
}
ssize_t __wrap_read(int fd, void* into, size_t size) {
  FAIL_WITH(Call::kRead, -1)
  return __real_read(fd, into, failure == kShort ? shortened(size) : size);
}
ssize_t __wrap_pread(int fd, void* into, size_t size, off_t at) {
  FAIL_WITH(Call::kPread, -1)
  return __real_pread(fd, into, failure == kShort ? shortened(size) : size, at);
}
ssize_t __wrap_write(int fd, const void* from, size_t size) {
  FAIL_WITH(Call::kWrite, -1)
  return __real_write(fd, from, failure == kShort ? shortened(size) : size);
}
ssize_t __wrap_pwrite(int fd, const void* from, size_t size, off_t at) {
  FAIL_WITH(Call::kPwrite, -1)
  return __real_pwrite(fd, from, failure == kShort ? shortened(size) : size, at);
}
void* __wrap_mmap(void* address, size_t size, int protection, int flags, int fd, off_t at) {
  FAIL_WITH(Call::kMmap, MAP_FAILED)
  return __real_mmap(address, size, protection, flags, fd, at);
}
int __wrap_fsync(int fd) {
  FAIL_WITH(Call::kFsync, -1)
  return __real_fsync(fd);
}
int __wrap_rename(const char* from, const char* to) {
  FAIL_WITH(Call::kRename, -1)
  return __real_rename(from, to);
}
int __wrap_posix_fallocate(int fd, off_t at, off_t size) {
  const int failure = failure_of(Call::kFallocate);
  return failure > 0 ? failure : __real_posix_fallocate(fd, at, size);
}
ssize_t __wrap_getrandom(void* into, size_t size, unsigned flags) {
  FAIL_WITH(Call::kRandom, -1)
  return __real_getrandom(into, failure == kShort ? shortened(size) : size, flags);
}
int __wrap_close(int fd) {
  const int closed = __real_close(fd);  // also when it says that it failed
  FAIL_WITH(Call::kClose, -1)
  return closed;
}
int __wrap_mkdir(const char* path, mode_t mode) {
  FAIL_WITH(Call::kMkdir, -1)
  return __real_mkdir(path, mode);
}
int __wrap_flock(int fd, int operation) {
  FAIL_WITH(Call::kFlock, -1)
  return __real_flock(fd, operation);
}

#undef FAIL_WITH

}  // extern "C"

namespace doppel::faults {
namespace {

// Calls `run` as often as it makes such calls, each time with another of them failing.
void with_failing(Call call, int how, const std::function<Status()>& run,
                  const std::function<void(const Status&)>& look) {
  failing_call = call;
  failing_how = how;
  for (long n = 0;; ++n) {
    failed = false;
    calls_left = n;
    const Status status = run();
    calls_left = -1;
    SCOPED_TRACE("call " + std::to_string(n) + " of kind " +
                 std::to_string(static_cast<int>(call)) + ", errno " + std::to_string(how));
    look(status);
    if (testing::Test::HasFailure() || !failed) return;
  }
}

struct Failure {
  Call call;
  int how;
  std::string_view reason;  // part of the message; "": nobody notices
};

constexpr Failure kFailures[] = {
    {Call::kOpen, EMFILE, "too many open files"},
    {Call::kOpen, ENOSPC, "no space left on device"},
    {Call::kRead, EIO, "input/output error"},
    {Call::kRead, EINTR, ""},
    {Call::kRead, kShort, ""},
    {Call::kPread, EIO, "input/output error"},
    {Call::kPread, EINTR, ""},
    {Call::kPread, kShort, ""},
    {Call::kWrite, ENOSPC, "no space left on device"},
    {Call::kWrite, EIO, "input/output error"},
    {Call::kWrite, EINTR, ""},
    {Call::kWrite, kShort, ""},
    {Call::kPwrite, ENOSPC, "no space left on device"},
    {Call::kPwrite, EINTR, ""},
    {Call::kPwrite, kShort, ""},
    {Call::kMmap, ENOMEM, "out of memory"},
    {Call::kMmap, ENODEV, "no such device"},
    {Call::kFsync, EIO, "input/output error"},
    {Call::kFsync, EINTR, ""},
    {Call::kRename, EXDEV, "invalid cross-device link"},
    {Call::kFallocate, ENOSPC, "no space left on device"},
    {Call::kFallocate, EINTR, ""},
    {Call::kRandom, ENOSYS, "Function not implemented"},
    {Call::kRandom, EINTR, ""},
    {Call::kClose, EIO, "input/output error"},
    {Call::kMkdir, ENOSPC, "no space left on device"},
    {Call::kFlock, EIO, "input/output error"},
};

void expect_reason(const Status& status, const Failure& failure) {
  if (status.ok()) return;
  EXPECT_FALSE(failure.reason.empty()) << status.message();
  EXPECT_NE(status.message().find(failure.reason), std::string::npos) << status.message();
}

TEST(FailingCalls, a_run_leaves_a_whole_folder_or_none) {
  const SmallCorpus corpus;
  for (const Failure& failure : kFailures) {
    for (const auto& run : {std::pair{1U, 0}, std::pair{3U, 0}, std::pair{1U, 1}}) {
      with_failing(
          failure.call, failure.how, [&] { return corpus.dedup(run.first, run.second).status(); },
          [&](const Status& status) {
            expect_reason(status, failure);
            EXPECT_EQ(corpus.fault_after(status), "");
            EXPECT_FALSE(corpus.has_partial());
            corpus.clear();
          });
    }
  }
}

TEST(FailingCalls, reading_and_checking_answer) {
  const SmallCorpus corpus;
  ASSERT_TRUE(corpus.dedup(1, 0));
  const auto run = [&]() -> Status {
    auto report = check(corpus.out());
    if (!report) return report.error();
    if (!report->faults.empty()) return corrupt(report->faults.front());
    return read(corpus.inputs(), {}, [](const Record&) { return true; });
  };
  for (const Failure& failure : kFailures) {
    with_failing(failure.call, failure.how, run,
                 [&](const Status& status) { expect_reason(status, failure); });
  }
}

}  // namespace
}  // namespace doppel::faults
