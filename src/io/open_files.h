// A cache of open files: several threads read many files, but only a few are open at a time.
//
// A run over a hundred thousand inputs needs no more descriptors than one over ten. A file that was
// evicted is closed when its last reader releases it. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "doppel/status.h"
#include "io/file.h"

namespace doppel::io {

class OpenFiles {
 public:
  // The file with this number, opened for reading if it is not open. REQUIRES: a number always
  // comes with the same path.
  Result<std::shared_ptr<const File>> open(uint32_t number, const std::string& path);

 private:
  static constexpr size_t kMost = 16;

  struct Slot {
    uint32_t number = 0;
    std::shared_ptr<const File> file;
  };

  std::mutex mutex_;
  std::array<Slot, kMost> slots_;  // a file's slot is its number modulo kMost
};

}  // namespace doppel::io
