#include "output/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "io/file.h"
#include "io/folder_entries.h"

namespace doppel::output {

namespace fs = std::filesystem;

using io::system_error;

Result<std::vector<std::string>> names_in(const std::string& folder) {
  std::error_code error;
  switch (fs::symlink_status(folder, error).type()) {
    case fs::file_type::symlink:
      return already_exists(folder + ": is a symbolic link, not a folder");
    case fs::file_type::not_found: return not_found(folder + ": no such folder");
    case fs::file_type::directory:
    case fs::file_type::none: break;  // reading it will report the reason
    default: return already_exists(folder + ": exists and is not a folder");
  }
  auto entries = io::folder_entries(folder);
  if (!entries) return entries.error();
  std::vector<std::string> names;
  for (io::FolderEntry& entry : *entries) names.push_back(std::move(entry.name));
  return names;
}

// Asks the kernel if it can tell, otherwise compares device numbers. A bind mount of the same
// device is only found by the first.
bool is_mount_point(const std::string& folder) {
  struct statx info;
  if (statx(AT_FDCWD, folder.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &info) == 0 &&
      (info.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0) {
    return (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  }
  struct stat here, above;
  return stat(folder.c_str(), &here) == 0 && stat((folder + "/..").c_str(), &above) == 0 &&
         here.st_dev != above.st_dev;
}

Result<LockedFolder> lock_folder(const std::string& path) {
  while (true) {
    const bool made = mkdir(path.c_str(), 0777) == 0;
    if (!made && errno != EEXIST) return system_error(path, errno);
    const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) {
      if (same_folder(fd, path)) return LockedFolder{fd, made};
      close(fd);  // the holder published it while we waited for the lock
      continue;
    }
    const int reason = errno;
    if (fd < 0 && reason == ENOENT) continue;  // published between the two calls
    if (fd >= 0) close(fd);
    if (made) rmdir(path.c_str());
    if (fd >= 0 && reason == EWOULDBLOCK)
      return unavailable(path + ": another run is writing here");
    if (auto names = names_in(path); !names && !made) return names.error();  // not a folder
    return system_error(path, reason);
  }
}

bool same_folder(int descriptor, const std::string& path) {
  struct stat a, b;
  return fstat(descriptor, &a) == 0 && lstat(path.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

bool is_owned_by_us(int descriptor) {
  struct stat info;
  return fstat(descriptor, &info) == 0 && info.st_uid == geteuid();
}

Status make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0) return system_error(path, errno);
  return {};
}

Status remove_entries(const std::string& folder, const std::vector<std::string>& names) {
  const std::string prefix = folder + "/";
  for (const std::string& name : names) {
    const std::string path = prefix + name;
    if (const int reason = io::remove_tree(path); reason != 0) return system_error(path, reason);
  }
  return {};
}

Status rename_to_new(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
  int reason = errno;
  if (reason == EINVAL || reason == ENOSYS) {  // not every file system can
    if (faccessat(AT_FDCWD, to.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
      reason = EEXIST;
    } else {
      reason = rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    }
  }
  if (reason == EEXIST) return already_exists(to + ": appeared while the run was writing");
  return reason == 0 ? Status() : system_error(to, reason);
}

Status sync_folder(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return system_error(path, errno);
  int reason = EINTR;
  while (reason == EINTR) reason = fsync(fd) == 0 ? 0 : errno;
  close(fd);
  // Some file systems cannot sync a folder and need not.
  return reason == 0 || reason == EINVAL || reason == ENOTSUP ? Status()
                                                              : system_error(path, reason);
}

Status sync_folders(const std::string& path) {
  auto entries = io::folder_entries(path);
  if (!entries) return entries.error();
  for (const io::FolderEntry& entry : *entries) {
    if (entry.type != fs::file_type::directory) continue;
    if (Status status = sync_folders(path + "/" + entry.name); !status.ok()) return status;
  }
  return sync_folder(path);
}

}  // namespace doppel::output
