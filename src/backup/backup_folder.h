// A folder of backups of one store.
//
//   BACKUPS      "doppel backups 1\n": the format. A folder without it is used only if it is empty.
//   LOCK         locked while a backup is made; several processes may read meanwhile
//   files/       what backups consist of; a file may belong to several of them
//   backup-7     the list of backup 7 (backup_list.h): a backup exists when its list does
//
// Stored: never change. Every file is written under another name, synced and renamed, and a list
// after all its files. So whenever the process or the machine stops, all backups that have a list
// are whole; what else is there is removed by the next backup.
//
// Errors name the folder. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backup/backup_list.h"
#include "doppel/status.h"
#include "io/stable_file.h"

namespace doppel::backup {

inline constexpr uint64_t kLastNumber = UINT32_MAX;  // of a backup; the first has 1

class BackupFolder {
 public:
  // For reading. kNotFound if there is none, kInvalidArgument if it is something else.
  static Result<BackupFolder> open(const std::string& path);
  // For adding backups; creates the folder. kUnavailable if another process adds one.
  static Result<BackupFolder> open_for_writing(const std::string& path);

  struct Lists {
    std::vector<BackupList> whole;  // the oldest first
    std::vector<uint64_t> damaged;  // numbers of lists that cannot be read
    uint64_t last_number = 0;       // of any list
  };
  Result<Lists> lists() const;

  const std::string& path() const { return path_; }
  std::string path_of(const std::string& stored) const { return path_ + "/files/" + stored; }

  // These need open_for_writing().
  Status add_list(const BackupList& list);
  Status remove_list(uint64_t number);
  // Removes files that no list names, and returns how many. REQUIRES: no list is damaged.
  Result<uint64_t> remove_unused(const Lists& lists);

 private:
  explicit BackupFolder(std::string path) : path_(std::move(path)) {}
  std::string list_path(uint64_t number) const {
    return path_ + "/backup-" + std::to_string(number);
  }

  std::string path_;
  std::optional<io::FileLock> lock_;
};

// "backup 7 in DIR is damaged: <what>; ..." as kCorrupt.
Status damaged_backup(const std::string& folder, uint64_t number, const std::string& what);

}  // namespace doppel::backup
