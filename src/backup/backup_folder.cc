// Tested by backup_test.cc.
#include "backup/backup_folder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <string_view>

#include "io/folder_entries.h"

namespace doppel::backup {
namespace {

constexpr std::string_view kFormat = "doppel backups 1\n", kFormatFile = "/BACKUPS";
constexpr std::string_view kListPrefix = "backup-";

std::optional<uint64_t> number_of(std::string_view name) {
  if (!name.starts_with(kListPrefix)) return {};
  name.remove_prefix(kListPrefix.size());
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), out);
  const bool whole =
      error == std::errc() && end == name.data() + name.size() && out >= 1 && out <= kLastNumber;
  // One number has one name.
  return whole && std::to_string(out) == name ? std::optional(out) : std::nullopt;
}

Status check_format(const std::string& path) {
  auto found = io::read_small_file(path + std::string(kFormatFile));
  if (!found) return found.error();
  if (*found == kFormat) return {};
  return invalid_argument("the backups in " + path +
                          " have a format that this version of doppel does not know; use a newer "
                          "version of doppel");
}

bool has_format(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(path + std::string(kFormatFile), none);
}

// Of the entry itself: what a link leads to is not ours.
bool is_folder(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_directory(std::filesystem::symlink_status(path, none));
}

bool is_file(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(std::filesystem::symlink_status(path, none));
}

bool is_empty_folder(const std::string& path) {
  auto entries = io::folder_entries(path);
  return is_folder(path) && entries && entries->empty();
}

Status create(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return io::system_error(path, error.value());
  auto entries = io::folder_entries(path);
  if (!entries) return entries.error();
  for (const io::FolderEntry& entry : *entries) {
    // What an interrupted creation leaves.
    if (entry.name == "LOCK" || entry.name == "BACKUPS.tmp") continue;
    if (entry.name == "files" && is_empty_folder(path + "/files")) continue;
    return invalid_argument("the folder " + path +
                            " has other files and no backups; name a new or an empty folder");
  }
  return {};
}

}  // namespace

Status damaged_backup(const std::string& folder, uint64_t number, const std::string& what) {
  return corrupt("backup " + std::to_string(number) + " in " + folder + " is damaged: " + what +
                 "; restore another one, with --backup N");
}

Result<BackupFolder> BackupFolder::open(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) {
    return not_found("there are no backups at " + path + "; check the path");
  }
  if (!has_format(path)) {
    return invalid_argument(path + " is not a folder of backups: it has no file BACKUPS");
  }
  if (Status s = check_format(path); !s.ok()) return s;
  return BackupFolder(path);
}

Result<BackupFolder> BackupFolder::open_for_writing(const std::string& path) {
  std::error_code none;
  if (std::filesystem::exists(path, none) && !std::filesystem::is_directory(path, none)) {
    return invalid_argument(path + " is a file; backups are kept in a folder");
  }
  if (!has_format(path)) {
    if (Status s = create(path); !s.ok()) return s;
  }
  auto lock = io::FileLock::take(path + "/LOCK");
  if (!lock) return lock.error();
  if (!*lock) {
    return unavailable("another process is adding a backup to " + path + "; wait until it ends");
  }
  BackupFolder out(path);
  out.lock_.emplace(**std::move(lock));
  if (!has_format(path)) {
    std::error_code error;
    std::filesystem::create_directory(path + "/files", error);
    if (error) return io::system_error(path + "/files", error.value());
    Status written = io::write_stable(path + std::string(kFormatFile), kFormat);
    if (!written.ok()) return written;
  }
  if (Status s = check_format(path); !s.ok()) return s;
  if (!is_folder(path + "/files")) {
    return invalid_argument("the folder of backups " + path +
                            " is damaged: files is not a folder; back up into another folder");
  }
  return out;
}

Result<BackupFolder::Lists> BackupFolder::lists() const {
  auto entries = io::folder_entries(path_);
  if (!entries) return entries.error();
  Lists out;
  for (const io::FolderEntry& entry : *entries) {
    const std::optional<uint64_t> number = number_of(entry.name);
    if (!number || !is_file(list_path(*number))) continue;
    out.last_number = std::max(out.last_number, *number);
    auto bytes = io::read_small_file(list_path(*number));
    auto list = bytes ? BackupList::decode(*number, *bytes) : std::nullopt;
    if (list) {
      out.whole.push_back(*std::move(list));
    } else {
      out.damaged.push_back(*number);
    }
  }
  std::sort(out.whole.begin(), out.whole.end(),
            [](const BackupList& a, const BackupList& b) { return a.number < b.number; });
  std::sort(out.damaged.begin(), out.damaged.end());
  return out;
}

Status BackupFolder::add_list(const BackupList& list) {
  if (Status s = io::sync_folder(path_ + "/files"); !s.ok()) return s;
  return io::write_stable(list_path(list.number), list.encode());
}

Status BackupFolder::remove_list(uint64_t number) {
  const int error = io::remove_tree(list_path(number));
  if (error != 0) return io::system_error(list_path(number), error);
  return io::sync_folder(path_);
}

Result<uint64_t> BackupFolder::remove_unused(const Lists& lists) {
  std::set<std::string> used;
  for (const BackupList& list : lists.whole) {
    for (const StoredFile& file : list.files) used.insert(file.stored);
  }
  auto entries = io::folder_entries(path_ + "/files");
  if (!entries) return entries.error();
  uint64_t removed = 0;
  for (const io::FolderEntry& entry : *entries) {
    if (used.contains(entry.name)) continue;
    const int error = io::remove_tree(path_of(entry.name));
    if (error != 0) return io::system_error(path_of(entry.name), error);
    ++removed;
  }
  return removed;
}

}  // namespace doppel::backup
