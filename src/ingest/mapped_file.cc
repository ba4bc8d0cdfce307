// Mappings that are open are noted in a table without locks, because the one who looks there is a
// signal handler. An entry is taken by its `begin` (0: free), and filled before the mapping is
// given to anybody; it is given back before the mapping goes. A mapping that finds no free entry is
// not watched: some thousand files would have to be open at once.
#include "ingest/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "doppel/read.h"
#include "ingest/file.h"

namespace doppel::ingest {
namespace {

struct Watched {
  std::atomic<uintptr_t> begin = 0;
  std::atomic<uintptr_t> end = 0;
  std::atomic<bool> lost = false;
};
constexpr size_t kMostWatched = 4096;
std::array<Watched, kMostWatched> watched;  // NOLINT: a signal handler reaches nothing else
static_assert(std::atomic<uintptr_t>::is_always_lock_free);

size_t watch(std::string_view bytes) {
  auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  for (size_t i = 0; i < watched.size(); ++i) {
    uintptr_t is_free = 0;
    if (!watched[i].begin.compare_exchange_strong(is_free, begin)) continue;
    watched[i].lost = false;
    watched[i].end = begin + bytes.size();
    return i;
  }
  return kMostWatched;
}

void forget(size_t place) {
  if (place == kMostWatched) return;
  watched[place].end = 0;
  watched[place].begin = 0;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(path, errno);
  struct stat info;
  if (fstat(descriptor, &info) != 0) {
    Status failure = system_error(path, errno);
    ::close(descriptor);
    return failure;
  }
  auto size = static_cast<size_t>(info.st_size);
  void* begin = nullptr;
  if (size > 0) {
    begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (begin == MAP_FAILED) {
      Status failure = system_error(path, errno);
      ::close(descriptor);
      return failure;
    }
    madvise(begin, size, MADV_SEQUENTIAL);
  }
  ::close(descriptor);
  return MappedFile(path, {static_cast<const char*>(begin), size});
}

MappedFile::MappedFile(std::string path, std::string_view bytes)
    : path_(std::move(path)), bytes_(bytes), place_(bytes.empty() ? kMostWatched : watch(bytes)) {}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      bytes_(std::exchange(other.bytes_, {})),
      place_(std::exchange(other.place_, kMostWatched)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(bytes_, other.bytes_);
  std::swap(place_, other.place_);
  return *this;
}

MappedFile::~MappedFile() {
  forget(place_);
  if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

size_t MappedFile::release(size_t from, size_t to) const {
  constexpr size_t kWorthIt = size_t{8} << 20;  // a multiple of every page size in use
  to = std::min(to, bytes_.size()) / kWorthIt * kWorthIt;
  if (to <= from) return from;
  size_t begin = from / kWorthIt * kWorthIt;
  madvise(const_cast<char*>(bytes_.data()) + begin, to - begin, MADV_DONTNEED);
  return to;
}

Status MappedFile::status() const {
  bool lost = place_ != kMostWatched && watched[place_].lost;
  return lost ? io_error(path_ + ": changed while it was read") : Status();
}

}  // namespace doppel::ingest

namespace doppel {

bool replace_lost_bytes(void* address) {
  auto at = reinterpret_cast<uintptr_t>(address);
  for (ingest::Watched& mapping : ingest::watched) {
    uintptr_t begin = mapping.begin, end = mapping.end;
    if (begin == 0 || at < begin || at >= end) continue;
    uintptr_t page = at & ~(static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)) - 1);
    mapping.lost = true;
    int error = errno;  // of whatever was interrupted
    void* zeros = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    return zeros != MAP_FAILED;
  }
  return false;
}

}  // namespace doppel
