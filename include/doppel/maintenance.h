// Looking after the folder of a store: backups, restoring them, compaction and upgrades.
//
//   backup_store("crawl.store", "/backups/crawl", {.time_ms = now, .keep = 7});
//   restore_store("/backups/crawl", "restored.store");
//
// Backups are incremental: tables that an earlier backup in the folder has are not copied again. A
// backup is the store as it was after some round, with every round that was acknowledged before the
// call. The store may be written meanwhile, by another process or by a Store of this one; the
// writer is not held up. Whatever is interrupted, earlier backups stay whole.
//
// Errors are values, as in doppel/store.h. Thread safety: the functions may be called from any
// thread; two that write to the same folder must not run at the same time, and the second is
// refused (kUnavailable). docs/guide/backup.md shows their use, docs/design/storage_format.md what
// is in a folder of backups.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

struct BackupInfo {
  uint64_t number = 0;  // from 1 on, never used again
  int64_t time_ms = 0;  // when it was made
  uint64_t round = 0;   // the last round in it
  uint64_t files = 0, bytes = 0;
};

struct BackupOptions {
  int64_t time_ms = 0;  // now
  uint64_t keep = 0;    // how many of the newest backups stay, the new one among them; 0: all
};

struct BackupReport {
  BackupInfo backup;
  uint64_t copied_files = 0, copied_bytes = 0;  // those that no earlier backup has
  std::vector<uint64_t> dropped;                // numbers of backups that were removed
  std::vector<uint64_t> damaged;                // of earlier ones whose lists cannot be read
};

// Adds a backup of the store to the folder, which is created if it does not exist. kNotFound if
// there is no store; kInvalidArgument if one folder is inside the other, or the folder has other
// files or backups of another store; kCorrupt if a table that is new since the last backup is
// damaged.
Result<BackupReport> backup_store(const std::string& store, const std::string& folder,
                                  const BackupOptions& options, const ProgressFn& progress = {});

struct BackupListing {
  std::vector<BackupInfo> backups;  // the oldest first
  std::vector<uint64_t> damaged;    // numbers of backups whose lists cannot be read
};
Result<BackupListing> list_backups(const std::string& folder);

// Reads every file of every backup: a sentence for each that is missing or damaged, which names the
// file and the backups that need it.
Result<std::vector<std::string>> verify_backups(const std::string& folder,
                                                const ProgressFn& progress = {});

// Makes a store of a backup; 0: the newest. Every file is checked against its hash. kAlreadyExists
// unless `store` is absent or empty; kNotFound if there is no such backup; kCorrupt if it is
// damaged. A restore that fails or is interrupted leaves nothing that looks like a store.
Result<BackupInfo> restore_store(const std::string& folder, const std::string& store,
                                 uint64_t number = 0, const ProgressFn& progress = {});

struct CompactReport {
  uint64_t bytes_before = 0, bytes_after = 0;  // of tables
};
// Rewrites all tables of the store, so that what was erased or replaced takes up no space. Cost:
// all bytes of the store are read and written. kUnavailable if another process writes to it.
Result<CompactReport> compact_store(const std::string& store);

struct UpgradeReport {
  uint64_t format = 0;    // of the store, after the upgrade
  bool upgraded = false;  // false: there was nothing to change
};
// Rewrites what an older version of doppel stored in another form. kInvalidArgument for a store of
// a newer version, and for one that can only be upgraded by exporting its pages; kUnavailable if
// another process writes to it.
Result<UpgradeReport> upgrade_store(const std::string& store);

}  // namespace doppel
