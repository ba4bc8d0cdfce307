// A file's bytes in memory, read by the system as they are touched.
//
// For archives: a unit can be unpacked whole, and its neighbours found, wherever it lies. When
// someone else cuts the file short meanwhile, touching what is gone raises SIGBUS. A program that
// hands that signal to replace_lost_bytes() (doppel/read.h) reads zero bytes there instead, and
// status() says what happened; in a program that does not, the signal ends it. Thread safety:
// read-only once open.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
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
  // Whoever reads from front to end says now and then how far he is, so that what lies behind does
  // not count as memory of the process. It can still be read. `from` is where he was before; gives
  // where he is now, as far as it was worth a call.
  size_t release(size_t from, size_t to) const;
  // kIo once bytes were lost: what was read since may be wrong.
  Status status() const;

 private:
  MappedFile(std::string path, std::string_view bytes);

  std::string path_;
  std::string_view bytes_;
  size_t place_;  // among the mappings that are watched
};

}  // namespace doppel::ingest
