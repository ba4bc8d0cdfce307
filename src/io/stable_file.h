// Files that are there with all their bytes or not at all, also after a power cut.
//
// A file is written under another name, synced and renamed; then its folder is synced. Errors are
// those of io/file.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doppel/status.h"
#include "io/file.h"

namespace doppel::io {

// Waits until the names in a folder are on stable storage.
Status sync_folder(const std::string& folder);

// Replaces a file, if there is one. Its folder must be synced before the new name is stable.
// REQUIRES: `from` was synced.
Status rename_file(const std::string& from, const std::string& to);

// Writes a small file and its name. `path`.tmp is replaced.
Status write_stable(const std::string& path, std::string_view content);

// The content of a small file: one of more than 64 MB is an error.
Result<std::string> read_small_file(const std::string& path);

// A lock that only one process and one object can have; it ends with this object, and with the
// process, however it ends. The file stays.
class FileLock {
 public:
  // nullopt if somebody else has it. Creates the file.
  static Result<std::optional<FileLock>> take(const std::string& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace doppel::io
