#include "engine/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "ingest/file.h"

namespace doppel::engine {
namespace {

namespace fs = std::filesystem;

using ingest::system_error;

std::string without_trailing_slashes(std::string dir) {
  while (dir.size() > 1 && dir.back() == '/') dir.pop_back();
  return dir;
}

Status require_absent_or_empty(const std::string& dir) {
  std::error_code error;
  fs::file_status status = fs::symlink_status(dir, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (error) return system_error(dir, error.value());
  if (status.type() == fs::file_type::symlink) {
    return already_exists(dir + ": is a symbolic link, not a folder");
  }
  if (status.type() != fs::file_type::directory) {
    return already_exists(dir + ": exists and is not a folder");
  }
  bool empty = fs::is_empty(dir, error);
  if (error) return system_error(dir, error.value());
  return empty ? Status() : already_exists(dir + ": folder is not empty");
}

bool same_file(int fd, const std::string& path) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && stat(path.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

// Creates the folder if need be and locks it; the descriptor holds the lock.
Result<int> lock_folder(const std::string& path) {
  while (true) {
    if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) return system_error(path, errno);
    int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 && errno == ENOENT) continue;  // published between the two calls
    if (fd < 0) return system_error(path, errno);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
      close(fd);
      return unavailable(path + ": another run is writing here");
    }
    if (same_file(fd, path)) return fd;
    close(fd);  // the holder published it while we waited for the lock
  }
}

Status remove_contents(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    fs::remove_all(it->path(), error);
    if (error) break;
  }
  return error ? system_error(folder, error.value()) : Status();
}

Status sync_folder(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return system_error(path, errno);
  int failed = fsync(fd) != 0 ? errno : 0;
  close(fd);
  return failed ? system_error(path, failed) : Status();
}

std::string parent_of(const std::string& dir) {
  std::string parent = fs::path(dir).parent_path();
  return parent.empty() ? "." : parent;
}

}  // namespace

OutputFolder::OutputFolder(std::string dir, int lock)
    : dir_(std::move(dir)), partial_(dir_ + ".partial"), lock_(lock) {}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : dir_(std::move(other.dir_)),
      partial_(std::move(other.partial_)),
      lock_(std::exchange(other.lock_, -1)) {}

OutputFolder::~OutputFolder() {
  if (lock_ < 0) return;
  std::error_code ignored;  // nobody is left to tell; the next run replaces what remains
  fs::remove_all(partial_, ignored);
  close(lock_);
}

Result<OutputFolder> OutputFolder::begin(const std::string& given) {
  std::string dir = without_trailing_slashes(given);
  if (dir.empty()) return invalid_argument("the output folder has no name");
  if (Status status = require_absent_or_empty(dir); !status.ok()) return status;
  std::error_code error;
  fs::create_directories(parent_of(dir), error);
  if (error) return system_error(parent_of(dir), error.value());
  auto lock = lock_folder(dir + ".partial");
  if (!lock) return lock.error();
  OutputFolder out(dir, *lock);
  if (Status status = remove_contents(out.partial_); !status.ok()) return status;
  return out;
}

Status OutputFolder::publish() {
  std::error_code error;
  for (fs::recursive_directory_iterator it(partial_, error), end; !error && it != end;
       it.increment(error)) {
    if (!it->is_directory(error)) continue;
    if (Status status = sync_folder(it->path()); !status.ok()) return status;
  }
  if (error) return system_error(partial_, error.value());
  if (Status status = sync_folder(partial_); !status.ok()) return status;
  if (rename(partial_.c_str(), dir_.c_str()) != 0) return system_error(dir_, errno);
  close(std::exchange(lock_, -1));
  return sync_folder(parent_of(dir_));
}

std::optional<std::string> folder_that_holds(const std::string& given, const std::string& file) {
  std::error_code error;
  fs::path inner = fs::weakly_canonical(fs::absolute(file, error), error);
  if (error) return std::nullopt;
  std::string dir = without_trailing_slashes(given);
  for (const std::string& folder : {dir, dir + ".partial"}) {
    fs::path outer = fs::weakly_canonical(fs::absolute(folder, error), error);
    auto [end, at] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    if (!error && end == outer.end() && at != inner.end()) {
      return folder == dir ? given : folder;
    }
  }
  return std::nullopt;
}

}  // namespace doppel::engine
