#include "io/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/secret.h"
#include "io/file.h"

namespace doppel::io {

Result<TemporaryFile> TemporaryFile::create(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return system_error(path, errno);
  TemporaryFile file(descriptor, path);
  if (unlink(path.c_str()) != 0) return system_error(path, errno);
  return file;
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      size_(other.size_) {}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

Status TemporaryFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error(path_, errno);
    size_ += static_cast<uint64_t>(n);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

Status TemporaryFile::read(uint64_t offset, std::span<char> into) const {
  while (!into.empty()) {
    const ssize_t n = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error(path_, errno);
    if (n == 0) return io_error(path_ + ": became shorter while it was in use");
    offset += static_cast<uint64_t>(n);
    into = into.subspan(static_cast<size_t>(n));
  }
  return {};
}

std::string temporary_prefix() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) folder = "/tmp";
  return folder / ("doppel-" + std::to_string(drawn_secret<uint64_t>()) + ".");
}

}  // namespace doppel::io
