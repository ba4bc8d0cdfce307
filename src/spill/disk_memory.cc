#include "spill/disk_memory.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <new>
#include <utility>

#include "io/file.h"

namespace doppel::spill {
namespace {

constexpr size_t kPageBytes = 4096;

int take_space(int descriptor, uint64_t offset, size_t bytes) {
  int reason = EINTR;
  while (reason == EINTR) {
    reason = posix_fallocate(descriptor, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  }
  return reason;
}

// Frees the disk space if the file system supports it; otherwise it is freed with the file.
void give_space_back(int descriptor, uint64_t offset, size_t bytes) {
  [[maybe_unused]] const int done =
      fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(bytes));
}

}  // namespace

Result<std::unique_ptr<DiskMemory>> DiskMemory::create(const std::string& path, uint64_t limit,
                                                       size_t least_bytes) {
  auto file = io::TemporaryFile::create(path);
  if (!file) return file.error();
  return std::unique_ptr<DiskMemory>(new DiskMemory(*std::move(file), path, limit, least_bytes));
}

void DiskMemory::fail(int reason) {
  if (failure_.ok()) failure_ = io::system_error(path_, reason);
  throw std::bad_alloc();
}

void* DiskMemory::do_allocate(size_t bytes, size_t alignment) {
  if (bytes < least_bytes_) return usual_memory()->allocate(bytes, alignment);
  const size_t whole = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  std::lock_guard lock(mutex_);
  const int descriptor = file_.descriptor();
  if (const int reason = take_space(descriptor, end_, whole); reason != 0) fail(reason);
  void* address = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor,
                       static_cast<off_t>(end_));
  if (address == MAP_FAILED) fail(errno);
  try {
    blocks_[address] = {end_, whole};
  } catch (...) {
    munmap(address, whole);
    throw;
  }
  end_ += whole;
  bytes_ += whole;
  return address;
}

void DiskMemory::do_deallocate(void* address, size_t bytes, size_t alignment) {
  if (bytes < least_bytes_) return usual_memory()->deallocate(address, bytes, alignment);
  std::lock_guard lock(mutex_);
  const auto at = blocks_.find(address);
  munmap(address, at->second.bytes);
  give_space_back(file_.descriptor(), at->second.offset, at->second.bytes);
  bytes_ -= at->second.bytes;
  blocks_.erase(at);
}

// Removes the pages from the process; the file keeps their contents.
void DiskMemory::release() {
  std::lock_guard lock(mutex_);
  for (const auto& [address, block] : blocks_) madvise(address, block.bytes, MADV_DONTNEED);
}

uint64_t DiskMemory::resident() const {
  std::lock_guard lock(mutex_);
  uint64_t sum = 0;
  for (const auto& [address, block] : blocks_) {
    sum += pages_.resident(address, block.bytes).value_or(block.bytes);
  }
  return sum;
}

Status DiskMemory::failure() const {
  std::lock_guard lock(mutex_);
  return failure_;
}

uint64_t DiskMemory::bytes() const {
  std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace doppel::spill
