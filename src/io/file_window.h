// A window over a regular file (io/byte_window.h), which reads bytes when they are wanted.
//
// For archives, and for all files that somebody may change meanwhile. Nothing is mapped: a file
// that is truncated gives an error, not a signal. Several threads may each have a window over the
// same open file. Memory: `ahead` bytes, or the bytes wanted and up to 1 MiB more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/table.h"
#include "doppel/status.h"
#include "io/byte_window.h"
#include "io/file.h"

namespace doppel::io {

// The error for a file that changed during the run: kIo.
Status changed_while_read(const std::string& path);

class FileWindow final : public ByteWindow {
 public:
  static constexpr size_t kReadAhead = size_t{256} << 10;  // from front to end
  static constexpr size_t kHop = size_t{8} << 10;          // some bytes here and there

  // `path` is used in messages only. The memory must outlive the window.
  FileWindow(std::string path, std::shared_ptr<const File> file, uint64_t size,
             size_t ahead = kReadAhead, TableMemory* memory = usual_memory());
  // REQUIRES: a regular file.
  static Result<std::unique_ptr<FileWindow>> open(const std::string& path);

  size_t read(uint64_t offset, std::span<char> into) override;
  Status status() const override { return status_; }

 private:
  struct Free {
    TableMemory* memory;
    size_t bytes;
    void operator()(char* buffer) const { memory->deallocate(buffer, bytes); }
  };
  using Buffer = std::unique_ptr<char[], Free>;

  std::string_view load(uint64_t offset, size_t wanted) override;
  Buffer new_buffer(size_t bytes) const;
  bool fill(uint64_t offset, std::span<char> into);

  const std::string path_;
  const std::shared_ptr<const File> file_;
  const size_t ahead_;
  TableMemory* const memory_;
  Buffer buffer_;
  Status status_;
};

}  // namespace doppel::io
