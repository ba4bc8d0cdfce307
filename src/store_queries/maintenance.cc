// Tested by maintenance_test.cc.
#include "doppel/maintenance.h"

#include <algorithm>
#include <filesystem>

#include "backup/restore.h"
#include "backup/write_backup.h"
#include "base/guard.h"
#include "base/progress.h"
#include "group_state/rows.h"
#include "living_store/settings.h"
#include "store/frozen_store.h"
#include "store/rocks_store.h"

namespace doppel {
namespace {

// Where a path leads, whether or not it exists.
std::filesystem::path real_path(const std::string& path) {
  std::error_code none;
  std::filesystem::path out =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path), none);
  return out.has_filename() ? out : out.parent_path();
}

bool is_inside(const std::filesystem::path& inner, const std::filesystem::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

Status check_apart(const std::string& store, const std::string& folder) {
  if (store.empty() || folder.empty()) {
    return invalid_argument("a store and a folder of backups must have names (got an empty one)");
  }
  const std::filesystem::path a = real_path(store), b = real_path(folder);
  if (!is_inside(a, b) && !is_inside(b, a)) return {};
  return invalid_argument("the store " + store + " and its backups in " + folder +
                          " must not be in one another; name another folder");
}

BackupInfo info_of(const backup::BackupList& list) {
  return {list.number, list.time_ms, list.round, list.files.size(), list.bytes()};
}

// kNotFound before the first row was written.
Result<uint64_t> round_of(const std::string& store, const store::Snapshot& rows) {
  auto settings = rows.get(living_store::kSettingsKey);
  if (!settings) return settings.error();
  if (!*settings) {
    return not_found("the store " + store +
                     " is empty, because its creation was interrupted; ingest pages into it first");
  }
  auto row = rows.get(group_state::Key('z').bytes());
  if (!row) return row.error();
  if (!*row) return 0;
  const auto meta = group_state::MetaRow::decode(**row);
  if (!meta) return corrupt("the store " + store + " is damaged: its last round cannot be read");
  return meta->round;
}

Result<backup::BackupList> find_backup(const backup::BackupFolder& folder, uint64_t number) {
  auto lists = folder.lists();
  if (!lists) return lists.error();
  if (number == 0) number = lists->last_number;
  if (number == 0) return not_found("there is no backup in " + folder.path() + " yet");
  for (backup::BackupList& list : lists->whole) {
    if (list.number == number) return std::move(list);
  }
  if (std::find(lists->damaged.begin(), lists->damaged.end(), number) != lists->damaged.end()) {
    return backup::damaged_backup(folder.path(), number, "its list cannot be read");
  }
  return not_found("there is no backup " + std::to_string(number) + " in " + folder.path() +
                   "; list them with doppel restore " + folder.path() + " --list");
}

uint64_t table_bytes(const store::RocksStore& rocks) {
  uint64_t out = 0;
  for (const auto& family : rocks.family_sizes()) out += family.table_bytes;
  return out;
}

}  // namespace

Result<BackupReport> backup_store(const std::string& store, const std::string& folder,
                                  const BackupOptions& options, const ProgressFn& progress) try {
  if (Status s = check_apart(store, folder); !s.ok()) return s;
  auto frozen = store::FrozenStore::open(store);
  if (!frozen) return frozen.error();
  auto round = round_of(store, *(*frozen)->snapshot());
  if (!round) return round.error();
  auto backups = backup::BackupFolder::open_for_writing(folder);
  if (!backups) return backups.error();
  ProgressMeter meter(progress);
  auto written = backup::write_backup(
      **frozen, *backups, {.time_ms = options.time_ms, .round = *round, .keep = options.keep},
      meter);
  if (!written) return written.error();
  return BackupReport{info_of(written->list), written->copied_files, written->copied_bytes,
                      std::move(written->dropped), std::move(written->damaged)};
} catch (...) {
  return status_of_exception();
}

Result<BackupListing> list_backups(const std::string& folder) try {
  auto backups = backup::BackupFolder::open(folder);
  if (!backups) return backups.error();
  auto lists = backups->lists();
  if (!lists) return lists.error();
  BackupListing out;
  for (const backup::BackupList& list : lists->whole) out.backups.push_back(info_of(list));
  out.damaged = std::move(lists->damaged);
  return out;
} catch (...) {
  return status_of_exception();
}

Result<std::vector<std::string>> verify_backups(const std::string& folder,
                                                const ProgressFn& progress) try {
  auto backups = backup::BackupFolder::open(folder);
  if (!backups) return backups.error();
  ProgressMeter meter(progress);
  return backup::verify_backups(*backups, meter);
} catch (...) {
  return status_of_exception();
}

Result<BackupInfo> restore_store(const std::string& folder, const std::string& store,
                                 uint64_t number, const ProgressFn& progress) try {
  if (Status s = check_apart(store, folder); !s.ok()) return s;
  auto backups = backup::BackupFolder::open(folder);
  if (!backups) return backups.error();
  auto list = find_backup(*backups, number);
  if (!list) return list.error();
  ProgressMeter meter(progress);
  if (Status s = backup::restore_backup(*backups, *list, store, meter); !s.ok()) return s;
  return info_of(*list);
} catch (...) {
  return status_of_exception();
}

Result<CompactReport> compact_store(const std::string& store) try {
  auto rocks = store::RocksStore::open(store, {});
  if (!rocks) return rocks.error();
  if (Status s = (*rocks)->flush(); !s.ok()) return s;
  CompactReport out;
  out.bytes_before = table_bytes(**rocks);
  if (Status s = (*rocks)->compact(); !s.ok()) return s;
  out.bytes_after = table_bytes(**rocks);
  return out;
} catch (...) {
  return status_of_exception();
}

Result<UpgradeReport> upgrade_store(const std::string& store) try {
  auto rocks = store::RocksStore::open(store, {});
  if (!rocks) return rocks.error();
  auto upgraded = living_store::upgrade_settings(**rocks);
  if (!upgraded) return Status(upgraded.error().code(), store + ": " + upgraded.error().message());
  return UpgradeReport{store::kStoreFormat, *upgraded};
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
