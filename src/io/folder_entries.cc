#include "io/folder_entries.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>

#include "io/file.h"

namespace doppel::io {
namespace {

namespace fs = std::filesystem;

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

// The next entry. Null at the end, and if reading fails; in that case errno is not 0.
const dirent* next_entry(DIR* folder) {
  while (true) {
    errno = 0;
    const dirent* entry = readdir(folder);
    if (entry == nullptr) return nullptr;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return entry;
  }
}

fs::file_type type_of(const std::string& folder, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG: return fs::file_type::regular;
    case DT_DIR: return fs::file_type::directory;
    case DT_LNK: return fs::file_type::symlink;
    case DT_UNKNOWN: break;  // not every file system tells
    default: return fs::file_type::unknown;
  }
  std::error_code unknown;
  return fs::symlink_status(folder + "/" + entry.d_name, unknown).type();
}

int remove_below(int above, const char* name) {
  if (unlinkat(above, name, 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  const int not_unlinked = errno;
  const int descriptor = openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return errno == ENOTDIR ? not_unlinked : errno;
  const OpenFolder folder(fdopendir(descriptor));
  if (!folder) {
    const int reason = errno;
    close(descriptor);
    return reason;
  }
  while (const dirent* entry = next_entry(folder.get())) {
    if (const int reason = remove_below(descriptor, entry->d_name); reason != 0) return reason;
  }
  if (errno != 0) return errno;
  return unlinkat(above, name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

}  // namespace

Result<std::vector<FolderEntry>> folder_entries(const std::string& folder) {
  const OpenFolder open(opendir(folder.c_str()));
  if (!open) return system_error(folder, errno);
  std::vector<FolderEntry> out;
  while (const dirent* entry = next_entry(open.get())) {
    out.push_back({entry->d_name, type_of(folder, *entry)});
  }
  if (errno != 0) return system_error(folder, errno);
  return out;
}

int remove_tree(const std::string& path) noexcept { return remove_below(AT_FDCWD, path.c_str()); }

}  // namespace doppel::io
