#include "spill/disk_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "ingest/file.h"

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

// As far as the file system can; otherwise the space is back when the file is closed.
void give_space_back(int descriptor, uint64_t offset, size_t bytes) {
  [[maybe_unused]] const int done =
      fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(bytes));
}

}  // namespace

Result<std::unique_ptr<DiskMemory>> DiskMemory::create(const std::string& path, uint64_t limit,
                                                       size_t least_bytes) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return ingest::system_error(path, errno);
  std::unique_ptr<DiskMemory> out(new DiskMemory(descriptor, path, limit, least_bytes));
  if (unlink(path.c_str()) != 0) return ingest::system_error(path, errno);
  return out;
}

DiskMemory::~DiskMemory() { close(descriptor_); }

void DiskMemory::fail(int reason) {
  if (failure_.ok()) failure_ = ingest::system_error(path_, reason);
  throw std::bad_alloc();
}

void* DiskMemory::do_allocate(size_t bytes, size_t alignment) {
  if (bytes < least_bytes_) return usual_memory()->allocate(bytes, alignment);
  const size_t whole = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  std::lock_guard lock(mutex_);
  if (const int reason = take_space(descriptor_, end_, whole); reason != 0) fail(reason);
  void* address = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_,
                       static_cast<off_t>(end_));
  if (address == MAP_FAILED) fail(errno);
  blocks_[address] = {end_, whole};
  end_ += whole;
  bytes_ += whole;
  return address;
}

void DiskMemory::do_deallocate(void* address, size_t bytes, size_t alignment) {
  if (bytes < least_bytes_) return usual_memory()->deallocate(address, bytes, alignment);
  std::lock_guard lock(mutex_);
  const auto at = blocks_.find(address);
  munmap(address, at->second.bytes);
  give_space_back(descriptor_, at->second.offset, at->second.bytes);
  bytes_ -= at->second.bytes;
  blocks_.erase(at);
}

// The file keeps what was written: only the process lets go of it.
void DiskMemory::release() {
  std::lock_guard lock(mutex_);
  for (const auto& [address, block] : blocks_) madvise(address, block.bytes, MADV_DONTNEED);
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
