// A library for LD_PRELOAD: it writes down what a program is doing to the files of a store, and can
// kill or stop the program there. So a kill can be aimed at a moment that lasts a microsecond, and
// after any kill it is known what was interrupted.
//
//   CRASH_RECORD=FILE           counters, written through shared memory: they survive the kill
//   CRASH_AT=WORK:N:PLACE       a signal at the N-th operation (from 1) of that work; PLACE is
//                               before, half (of the bytes of a write) or after
//   CRASH_SIGNAL=N              which signal: SIGKILL if nothing is said, or SIGSTOP
//
// An operation is a call of open for writing, write, pwrite, fdatasync, fsync, rename or unlink
// that concerns a file of RocksDB or of the store. What it is for is told by the thread and the
// file:
//
//   compaction  thread rocksdb:low     tables, the list of tables, deleted files
//   flush       thread rocksdb:high    the same
//   log         other threads          *.log
//   opening     other threads          tables that are made of a log, lists of tables, CURRENT,
//                                      FORMAT, ACKNOWLEDGED when it is created
//   note        other threads          ACKNOWLEDGED when it is overwritten, after each batch
//
// Nobody waits for the disk: a sync is counted and not made, because a kill does not lose what the
// system has. Power cuts are the matter of power_cut_test.cc.
//
// A job is longer than its calls, so there is a count of the tables that are being written, too.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

enum Work : uint8_t { kLog, kFlush, kCompaction, kOpening, kNote, kWorks };
constexpr std::array<std::string_view, kWorks> kNames = {"log", "flush", "compaction", "opening",
                                                         "note"};

// Read by lab.py.
struct Record {
  std::array<std::atomic<uint32_t>, kWorks> operations;  // that began
  std::array<std::atomic<uint32_t>, kWorks> inside;      // threads in a call now
  std::array<std::atomic<uint32_t>, kWorks> tables;      // that are being written now
};

struct File {
  std::atomic<bool> watched{false};
  bool is_log = false, is_note = false, is_table = false;
  Work table_work = kOpening;
};

enum Place : uint8_t { kBefore, kHalf, kAfter };

struct Plan {
  int work = -1;
  uint32_t operation = 0;
  Place place = kBefore;
  int signal = SIGKILL;
};

std::array<File, 4096> files;
Record own_record;
Record* record = &own_record;
Plan plan;

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void begin() {
  const char* path = getenv("CRASH_RECORD");
  auto* really_open = next<int(const char*, int, ...)>("open");
  const int file = path == nullptr ? -1 : really_open(path, O_RDWR | O_CREAT, 0644);
  if (file >= 0 && ftruncate(file, sizeof(Record)) == 0) {
    void* at = mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at != MAP_FAILED) record = static_cast<Record*>(at);
  }
  if (const char* number = getenv("CRASH_SIGNAL")) plan.signal = atoi(number);
  const char* wish = getenv("CRASH_AT");
  char work[16] = {}, place[16] = {};
  if (wish == nullptr || sscanf(wish, "%15[a-z]:%u:%15s", work, &plan.operation, place) != 3) {
    return;
  }
  for (size_t i = 0; i < kWorks; ++i) {
    if (kNames[i] == work) plan.work = static_cast<int>(i);
  }
  plan.place = strcmp(place, "half") == 0 ? kHalf : strcmp(place, "after") == 0 ? kAfter : kBefore;
}

std::string_view name_of(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

bool is_watched(std::string_view name) {
  for (std::string_view part : {"MANIFEST-", "CURRENT", "FORMAT", "ACKNOWLEDGED"}) {
    if (name.substr(0, part.size()) == part) return true;
  }
  for (std::string_view end : {".log", ".sst", ".dbtmp"}) {
    if (name.size() > end.size() && name.substr(name.size() - end.size()) == end) return true;
  }
  return false;
}

bool is_log(std::string_view name) {
  return name.size() > 4 && name.substr(name.size() - 4) == ".log";
}

Work work_of(bool log, bool note) {
  char thread[16] = {};
  pthread_getname_np(pthread_self(), thread, sizeof(thread));
  if (strncmp(thread, "rocksdb:low", 11) == 0) return kCompaction;
  if (strncmp(thread, "rocksdb:high", 12) == 0) return kFlush;
  return log ? kLog : note ? kNote : kOpening;
}

// Returns if the program was only stopped, and goes on.
void interrupt() { kill(getpid(), plan.signal); }

// One operation: counts it, and interrupts the program before or after it if that was planned.
class Operation {
 public:
  explicit Operation(Work work) : work_(work) {
    const uint32_t number = ++record->operations[work];
    is_planned_ = plan.work == static_cast<int>(work) && plan.operation == number;
    ++record->inside[work_];
    if (is_planned_ && plan.place == kBefore) interrupt();
  }
  ~Operation() {
    if (is_planned_ && plan.place != kBefore) interrupt();
    --record->inside[work_];
  }
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  // How many bytes of a write are written before the end.
  size_t allowed(size_t bytes) const {
    return is_planned_ && plan.place == kHalf ? bytes / 2 : bytes;
  }

 private:
  const Work work_;
  bool is_planned_ = false;
};

File* watched(int file) {
  if (file < 0 || static_cast<size_t>(file) >= files.size()) return nullptr;
  File& found = files[static_cast<size_t>(file)];
  return found.watched ? &found : nullptr;
}

int opened(int file, std::string_view name, Work work) {
  if (file < 0 || static_cast<size_t>(file) >= files.size()) return file;
  File& out = files[static_cast<size_t>(file)];
  out.is_log = is_log(name);
  out.is_note = name == "ACKNOWLEDGED";
  out.is_table = name.size() > 4 && name.substr(name.size() - 4) == ".sst";
  out.table_work = work;
  if (out.is_table) ++record->tables[work];
  out.watched = true;
  return file;
}

template <typename Open>
int watched_open(Open* really_open, const char* path, int flags, mode_t mode) {
  const std::string_view name = name_of(path);
  if ((flags & O_ACCMODE) == O_RDONLY || !is_watched(name)) return really_open(path, flags, mode);
  const Work work = work_of(is_log(name), false);
  Operation operation(work);
  return opened(really_open(path, flags, mode), name, work);
}

int watched_sync(int file) {
  const File* at = watched(file);
  if (at != nullptr) Operation operation(work_of(at->is_log, at->is_note));
  return 0;
}

}  // namespace

#define SEEN extern "C" __attribute__((visibility("default")))

SEEN int open(const char* path, int flags, ...) {
  static auto* const kOpen = next<int(const char*, int, ...)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return watched_open(kOpen, path, flags, mode);
}

SEEN int open64(const char* path, int flags, ...) {
  static auto* const kOpen = next<int(const char*, int, ...)>("open64");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return watched_open(kOpen, path, flags, mode);
}

SEEN ssize_t write(int file, const void* bytes, size_t count) {
  static auto* const kWrite = next<ssize_t(int, const void*, size_t)>("write");
  const File* at = watched(file);
  if (at == nullptr) return kWrite(file, bytes, count);
  Operation operation(work_of(at->is_log, at->is_note));
  return kWrite(file, bytes, operation.allowed(count));
}

SEEN ssize_t pwrite64(int file, const void* bytes, size_t count, off_t offset) {
  static auto* const kWrite = next<ssize_t(int, const void*, size_t, off_t)>("pwrite64");
  const File* at = watched(file);
  if (at == nullptr) return kWrite(file, bytes, count, offset);
  Operation operation(work_of(at->is_log, at->is_note));
  return kWrite(file, bytes, operation.allowed(count), offset);
}

SEEN ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
  return pwrite64(file, bytes, count, offset);
}

SEEN int fdatasync(int file) { return watched_sync(file); }
SEEN int fsync(int file) { return watched_sync(file); }

SEEN int close(int file) {
  static auto* const kClose = next<int(int)>("close");
  if (File* at = watched(file)) {
    if (at->is_table) --record->tables[at->table_work];
    at->watched = false;
  }
  return kClose(file);
}

SEEN int rename(const char* from, const char* to) noexcept {
  static auto* const kRename = next<int(const char*, const char*)>("rename");
  if (!is_watched(name_of(to))) return kRename(from, to);
  Operation operation(work_of(false, false));
  return kRename(from, to);
}

SEEN int unlink(const char* path) noexcept {
  static auto* const kUnlink = next<int(const char*)>("unlink");
  const std::string_view name = name_of(path);
  if (!is_watched(name)) return kUnlink(path);
  Operation operation(work_of(is_log(name), false));
  return kUnlink(path);
}
