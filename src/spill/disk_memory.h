// Memory in a file: for tables of which a run may hold only a part.
//
// A block is a mapped range of a temporary file, so it is used like any other memory. release()
// removes all blocks from the resident memory of the process; what is used again comes back from
// the system's cache or from the disk. It is called when the resident part of these blocks comes
// near `limit` (resident_limit.h), and affects no result. Other memory of the process, such as that
// of another run, does not count.
//
// Nobody else can truncate the file, because it has no name any more. So access to a block never
// raises a signal.
//
// Blocks of less than `least_bytes` are in usual memory. The disk space of a block is allocated
// when the block is made: a full disk is an allocation that fails (std::bad_alloc, with the reason
// in failure()), not a signal later. A block that is freed gives its space back. Thread-safe;
// release() may be called while other threads read and write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/table.h"
#include "doppel/status.h"
#include "io/temporary_file.h"
#include "spill/page_map.h"
#include "spill/resident_limit.h"

namespace doppel::spill {

class DiskMemory : public TableMemory {
 public:
  // Replaces a file of that name. Its folder must exist.
  static Result<std::unique_ptr<DiskMemory>> create(const std::string& path, uint64_t limit,
                                                    size_t least_bytes);

  void release();
  // The resident bytes of all blocks in the file; all of their bytes if the system does not say.
  uint64_t resident() const;
  void trim_resident() override { limit_.look(); }
  // Why a block could not be allocated: the first reason.
  Status failure() const;
  // The bytes of all blocks in the file.
  uint64_t bytes() const;

 private:
  struct Block {
    uint64_t offset;  // in the file
    size_t bytes;
  };

  DiskMemory(io::TemporaryFile file, std::string path, uint64_t limit, size_t least_bytes)
      : file_(std::move(file)),
        path_(std::move(path)),
        least_bytes_(least_bytes),
        limit_(
            limit, [this] { return resident(); }, [this] { release(); }) {}

  void* do_allocate(size_t bytes, size_t alignment) override;
  void do_deallocate(void* address, size_t bytes, size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
  [[noreturn]] void fail(int reason);

  const io::TemporaryFile file_;
  const std::string path_;
  const size_t least_bytes_;
  mutable std::mutex mutex_;
  std::map<void*, Block> blocks_;
  uint64_t end_ = 0;  // of the file
  uint64_t bytes_ = 0;
  Status failure_;
  const PageMap pages_;
  ResidentLimit limit_;  // last: it uses the others
};

}  // namespace doppel::spill
