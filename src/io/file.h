// An open file that closes itself, with complete reads and writes and errors that name the file.
//
// Reads and writes that are short or interrupted are repeated until everything is done. Messages
// are "<path>: <reason in lower case>"; a missing file is kNotFound, everything else kIo. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::io {

// The Status for an errno: system_error("x", ENOENT) is kNotFound "x: no such file". The message
// for ENOMEM does not name the file.
Status system_error(const std::string& path, int error);

class File {
 public:
  static Result<File> open(const std::string& path);
  // The same, but does not wait until a pipe has a writer. For read_some().
  static Result<File> open_without_waiting(const std::string& path);
  // Creates the file, or empties it, and creates the folders above it.
  static Result<File> create(const std::string& path);
  // The same, but kAlreadyExists if anything has that name, also a dangling link.
  static Result<File> create_new(const std::string& path);
  // The process's standard input; closing it leaves the original open.
  static Result<File> standard_input();

  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  // Fewer bytes than asked for only at the end.
  Result<size_t> read(std::span<char> into);
  // The same from an offset of a regular file; does not change the position of read().
  Result<size_t> read_at(std::span<char> into, uint64_t offset) const;
  // Reads what is available, after waiting at most `wait_ms`: nullopt if nothing came, 0 at the
  // end.
  Result<std::optional<size_t>> read_some(std::span<char> into, int wait_ms);
  // Of a regular file.
  Result<uint64_t> size() const;
  Status seek(uint64_t offset);
  Status write(std::string_view bytes);
  // The same at an offset of a regular file. Several threads may write different ranges.
  Status write_at(std::string_view bytes, uint64_t offset) const;
  // Asks the system to start writing these bytes to stable storage, so that sync() waits less.
  void begin_sync(uint64_t offset, uint64_t bytes) const;
  // Waits until the bytes are on stable storage.
  Status sync();
  // Reports errors that the destructor would hide.
  Status close();

 private:
  static Result<File> create(const std::string& path, int flags);
  File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

  int descriptor_ = -1;
  std::string path_;
};

}  // namespace doppel::io
