// Tested by stable_file_test.cc.
#include "io/stable_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace doppel::io {
namespace {

constexpr uint64_t kMostBytes = uint64_t{64} << 20;  // of a small file

}  // namespace

Status sync_folder(const std::string& folder) {
  auto file = File::open(folder);
  return file ? file->sync() : file.error();
}

Status rename_file(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? Status() : system_error(to, errno);
}

Status write_stable(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".tmp";
  (void)::unlink(temporary.c_str());  // it may be a link to somewhere else
  auto file = File::create_new(temporary);
  if (!file) return file.error();
  if (Status s = file->write(content); !s.ok()) return s;
  if (Status s = file->sync(); !s.ok()) return s;
  if (Status s = file->close(); !s.ok()) return s;
  if (Status s = rename_file(temporary, path); !s.ok()) return s;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return sync_folder(folder.empty() ? "." : folder);
}

Result<std::string> read_small_file(const std::string& path) {
  auto file = File::open(path);
  if (!file) return file.error();
  auto size = file->size();
  if (!size) return size.error();
  if (*size > kMostBytes) return io_error(path + " is too large to be what it should be");
  std::string out(static_cast<size_t>(*size), '\0');
  auto read = file->read(out);
  if (!read) return read.error();
  out.resize(*read);
  return out;
}

Result<std::optional<FileLock>> FileLock::take(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_error(path, errno);
  FileLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    return std::optional<FileLock>(std::move(lock));
  }
  if (errno == EWOULDBLOCK) return std::optional<FileLock>();
  return system_error(path, errno);
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace doppel::io
