#include "io/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace doppel::io {
namespace {

// Calls read_from(bytes read so far), which returns what read() returns, until `into` is full or
// the file ends.
template <typename ReadFrom>
Result<size_t> read_fully(std::span<char> into, const std::string& path, ReadFrom read_from) {
  size_t done = 0;
  while (done < into.size()) {
    const ssize_t n = read_from(done);
    if (n == 0) break;
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (errno != EINTR) {
      return system_error(path, errno);
    }
  }
  return done;
}

}  // namespace

Status system_error(const std::string& path, int error) {
  if (error == ENOENT) return not_found(path + ": no such file");
  if (error == ENOMEM) return out_of_memory();
  std::string reason = std::generic_category().message(error);
  if (!reason.empty()) {
    reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
  }
  return io_error(path + ": " + reason);
}

Result<File> File::open(const std::string& path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(path, errno);
  return File(descriptor, path);
}

Result<File> File::open_without_waiting(const std::string& path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return system_error(path, errno);
  return File(descriptor, path);
}

Result<File> File::create(const std::string& path) { return create(path, O_TRUNC); }

Result<File> File::create_new(const std::string& path) { return create(path, O_EXCL | O_NOFOLLOW); }

Result<File> File::create(const std::string& path, int flags) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return system_error(folder.string(), error.value());
  }
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  if (descriptor < 0 && errno == EEXIST) return already_exists(path + ": exists already");
  if (descriptor < 0) return system_error(path, errno);
  return File(descriptor, path);
}

Result<File> File::standard_input() {
  int descriptor = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return system_error("standard input", errno);
  return File(descriptor, "standard input");
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<size_t> File::read(std::span<char> into) {
  return read_fully(into, path_, [&](size_t done) {
    return ::read(descriptor_, into.data() + done, into.size() - done);
  });
}

Result<size_t> File::read_at(std::span<char> into, uint64_t offset) const {
  return read_fully(into, path_, [&](size_t done) {
    return ::pread(descriptor_, into.data() + done, into.size() - done,
                   static_cast<off_t>(offset + done));
  });
}

Result<std::optional<size_t>> File::read_some(std::span<char> into, int wait_ms) {
  pollfd ready{descriptor_, POLLIN, 0};
  int count = poll(&ready, 1, wait_ms);
  if (count == 0 || (count < 0 && errno == EINTR)) return std::optional<size_t>();
  if (count < 0) return system_error(path_, errno);
  ssize_t n = ::read(descriptor_, into.data(), into.size());
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return std::optional<size_t>();
  if (n < 0) return system_error(path_, errno);
  return std::optional<size_t>(static_cast<size_t>(n));
}

Result<uint64_t> File::size() const {
  struct stat info;
  if (::fstat(descriptor_, &info) != 0) return system_error(path_, errno);
  return static_cast<uint64_t>(info.st_size);
}

Status File::seek(uint64_t offset) {
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) {
    return system_error(path_, errno);
  }
  return {};
}

Status File::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n >= 0) {
      bytes.remove_prefix(static_cast<size_t>(n));
    } else if (errno != EINTR) {
      return system_error(path_, errno);
    }
  }
  return {};
}

Status File::write_at(std::string_view bytes, uint64_t offset) const {
  while (!bytes.empty()) {
    ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n >= 0) {
      bytes.remove_prefix(static_cast<size_t>(n));
      offset += static_cast<uint64_t>(n);
    } else if (errno != EINTR) {
      return system_error(path_, errno);
    }
  }
  return {};
}

void File::begin_sync(uint64_t offset, uint64_t bytes) const {
  // An error here occurs again in sync(), which reports it.
  ::sync_file_range(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes),
                    SYNC_FILE_RANGE_WRITE);
}

Status File::sync() {
  while (::fsync(descriptor_) < 0) {
    // Pipes and devices have nothing to sync.
    if (errno == EINVAL || errno == ENOTSUP) break;
    if (errno != EINTR) return system_error(path_, errno);
  }
  return {};
}

Status File::close() {
  if (::close(std::exchange(descriptor_, -1)) < 0 && errno != EINTR) {
    return system_error(path_, errno);
  }
  return {};
}

}  // namespace doppel::io
