// A file's bytes in memory, read by the system as they are touched.
//
// For archives: a unit can be unpacked whole, and its neighbours found, wherever it lies. A file
// that is cut short by someone else while it is mapped ends the process (SIGBUS); nothing here can
// catch that. Thread safety: read-only once open.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::ingest {

class MappedFile {
 public:
  // REQUIRES: a regular file.
  static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}

  std::string_view bytes_;
};

}  // namespace doppel::ingest
