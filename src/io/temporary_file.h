// A file that lives as long as this object. Its name is removed as soon as it is open, so nothing
// is left, however the process ends.
//
// Every error names the path and the system's reason: "out.partial/.texts: no space left on
// device". append() belongs to one thread; read() may be called from any while nothing is appended.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::io {

class TemporaryFile {
 public:
  // Replaces a file of that name. Its folder must exist.
  static Result<TemporaryFile> create(const std::string& path);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  Status append(std::string_view bytes);
  // Fills all of it. REQUIRES: offset + into.size() <= size().
  Status read(uint64_t offset, std::span<char> into) const;
  uint64_t size() const { return size_; }
  // For callers that map the file; what they write is not part of size().
  int descriptor() const { return descriptor_; }

 private:
  TemporaryFile(int descriptor, std::string path)
      : descriptor_(descriptor), path_(std::move(path)) {}

  int descriptor_;
  std::string path_;
  uint64_t size_ = 0;
};

// The prefix of the names of one run's files in the system's temporary folder (TMPDIR, else /tmp).
// It cannot be guessed, so nobody can prepare a link of that name.
std::string temporary_prefix();

}  // namespace doppel::io
