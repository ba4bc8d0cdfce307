// Adds a backup of a store to a folder of backups. Only files that no earlier backup has are
// copied: of an unchanged store, none.
//
// Cost: the bytes of new tables, read once to check their blocks and once to copy them, and the
// logs. Errors: kCorrupt for a table of the store with a damaged block, which is not copied;
// kInvalidArgument for a folder with backups of another store; kIo names the file. After an error
// the folder has the backups it had.
#pragma once

#include <cstdint>
#include <vector>

#include "backup/backup_folder.h"
#include "base/progress.h"
#include "store/frozen_store.h"

namespace doppel::backup {

struct WrittenBackup {
  BackupList list;
  uint64_t copied_files = 0, copied_bytes = 0;
  std::vector<uint64_t> dropped;  // numbers of backups that were removed
  std::vector<uint64_t> damaged;  // numbers of earlier ones whose lists cannot be read
};

struct BackupRequest {
  int64_t time_ms = 0;
  uint64_t round = 0;  // of the store
  uint64_t keep = 0;   // how many of the newest backups stay, this one among them; 0: all
};

Result<WrittenBackup> write_backup(const store::FrozenStore& store, BackupFolder& folder,
                                   const BackupRequest& request, ProgressMeter& progress);

}  // namespace doppel::backup
