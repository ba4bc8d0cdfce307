// The files are held open first (frozen_files.h), and then RocksDB opens what is held, as it would
// open a copy of it. So it is certain that the copy opens, and what it says; and there is no race
// between what RocksDB read and what is copied.
//
// Why not RocksDB's BackupEngine or Checkpoint: both work on an open database and ask it not to
// delete files meanwhile. Only the writer can promise that, and it may be another process. On a
// database that was opened read only they copy files by name, so a backup of some minutes would
// fail whenever a compaction deletes a table, and would lack the rows of a log that was deleted.
//
// The file ACKNOWLEDGED of the copy names the last change in it: one that was acknowledged, or the
// one that was being written.
//
// Tested by frozen_store_test.cc.
#include "store/frozen_store.h"

#include <rocksdb/env.h>

#include <utility>

#include "store/frozen_files.h"
#include "store/rocks_errors.h"
#include "store/store_folder.h"

namespace doppel::store {
namespace {

constexpr int kAttempts = 50;
constexpr int kPauseMicros = 20'000;
constexpr size_t kCacheBytes = size_t{8} << 20;

}  // namespace

FrozenStore::FrozenStore(std::string folder, std::shared_ptr<FrozenFiles> files,
                         std::unique_ptr<RocksStore> rows)
    : folder_(std::move(folder)), files_(std::move(files)), rows_(std::move(rows)) {}

FrozenStore::~FrozenStore() = default;

Result<std::unique_ptr<FrozenStore>> FrozenStore::open(
    const std::string& folder, std::shared_ptr<rocksdb::FileSystem> file_system) {
  if (!file_system) file_system = rocksdb::FileSystem::Default();
  // Says what is wrong with a folder that is not a store.
  const std::unique_ptr<rocksdb::Env> env = rocksdb::NewCompositeEnv(file_system);
  auto prepared = prepare_folder(*env, folder, RocksOptions::Mode::kReadOnly);
  if (!prepared) return prepared.error();
  Status failed;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto files = FrozenFiles::open(file_system, folder);
    if (!files && files.error().code() != StatusCode::kUnavailable) return files.error();
    if (files) {
      auto rows = RocksStore::open(folder, {.mode = RocksOptions::Mode::kReadOnly,
                                            .cache_bytes = kCacheBytes,
                                            .file_system = *files});
      if (rows) {
        std::unique_ptr<FrozenStore> out(
            new FrozenStore(folder, *std::move(files), *std::move(rows)));
        if (Status s = out->list_files(); !s.ok()) return s;
        return out;
      }
      failed = rows.error();
      if ((*files)->is_current()) return failed;  // nobody interfered
    } else {
      failed = files.error();
    }
    env->SleepForMicroseconds(kPauseMicros);
  }
  return failed;
}

Status FrozenStore::list_files() {
  auto tables = rows_->table_ids();
  if (!tables) return tables.error();
  acknowledged_ = acknowledged_line(rows_->last_change());
  for (const std::string& name : files_->names()) {
    const auto table = tables->find(name);
    if (name.ends_with(".sst") && table == tables->end()) continue;  // not in use, or not yet
    if (name == kAcknowledgedFile) continue;
    list_.push_back(
        {name, files_->size(name), table == tables->end() ? std::string() : table->second});
  }
  list_.push_back({kAcknowledgedFile, acknowledged_.size()});
  return {};
}

Result<size_t> FrozenStore::read(const FrozenFile& file, uint64_t offset,
                                 std::span<char> into) const {
  if (file.name == kAcknowledgedFile) {
    return acknowledged_.copy(into.data(), into.size(), static_cast<size_t>(offset));
  }
  rocksdb::Slice found;
  rocksdb::IOStatus status = files_->read(file.name, offset, into.size(), into.data(), &found);
  if (!status.ok()) return store_error(folder_, status);
  // Of a small file the bytes are elsewhere.
  if (found.data() != into.data()) std::copy_n(found.data(), found.size(), into.data());
  return found.size();
}

std::string FrozenStore::identity() const {
  std::string out = files_->content("IDENTITY");
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace doppel::store
