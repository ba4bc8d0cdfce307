// A store is one RocksDB database with a column family for each kind of table (rocks_families.h).
// A batch is one WriteBatch over all families, synced, so it is atomic and durable; a snapshot is a
// sequence number of the database, so it holds for all families.
//
// Reading beside a writer. A reader takes no lock. It reads the list of tables (MANIFEST), then the
// tables and the logs that hold what is not in tables yet, and meanwhile the writer may delete some
// of them, because their rows are in newer tables. A missing table is an error, and a missing log
// is not: its rows would silently be absent. So the reader lists the files before and after:
//
//   - no log of the first listing is gone: logs are deleted from the oldest on, so every log that
//     the list of tables needed was still there when it was read. The reader has all rows.
//   - an error, and the files are the same: nobody interfered, so the error is real.
//   - otherwise it tries again.
//
// The file ACKNOWLEDGED (store_folder.h) is read before the database is opened. A database that
// ends before it has lost acknowledged batches: its log was cut or deleted, or damage made RocksDB
// read less than there is.
//
// Opening for writing changes files: RocksDB moves rows from logs to tables, begins a new list of
// tables, and deletes every file that is not in it. In a damaged store it would delete what could
// still be repaired. So a store is first opened read only, under the lock of the writer, and only a
// store that passes is opened for writing. This costs nothing much after a clean close; after a
// crash the log is read twice.
//
// Tested by rocks_store_test.cc, rocks_damage_test.cc, rocks_power_cut_test.cc and
// rocks_reopened_test.cc.
#include "store/rocks_store.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/unique_id.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "store/rocks_errors.h"
#include "store/rocks_families.h"
#include "store/store_folder.h"

namespace doppel::store {
namespace {

using Mode = RocksOptions::Mode;

constexpr int kReaderAttempts = 20;
constexpr int kReaderPauseMicros = 20'000;

rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }

// RocksDB's own log of what it does is for the writer; a reader leaves the folder as it is.
class NoLog : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

std::set<std::string> files_of(rocksdb::Env& env, const std::string& folder) {
  std::vector<std::string> names;
  env.GetChildren(folder, &names).PermitUncheckedError();
  return {names.begin(), names.end()};
}

bool lost_a_log(const std::set<std::string>& before, const std::set<std::string>& after) {
  return std::any_of(before.begin(), before.end(), [&](const std::string& name) {
    return name.ends_with(".log") && !after.contains(name);
  });
}

// RocksDB names the file that is damaged unless it is a log.
bool is_about_a_log(const rocksdb::Status& status, const std::string& folder) {
  const std::string text = status.ToString();
  return status.IsCorruption() && text.find(folder) == std::string::npos &&
         text.find("CURRENT") == std::string::npos;
}

std::string log_names(const std::set<std::string>& files) {
  std::string out;
  for (const std::string& name : files) {
    if (name.ends_with(".log")) out += (out.empty() ? "" : " or ") + name;
  }
  return out;
}

}  // namespace

// The open database. Shared by the store and its snapshots.
class RocksStore::Database {
 public:
  Database(std::string folder, Mode mode, const std::shared_ptr<rocksdb::FileSystem>& files)
      : folder_(std::move(folder)), mode_(mode) {
    if (files) own_env_ = rocksdb::NewCompositeEnv(files);
  }
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // REQUIRES: prepare_folder() said whether the store is complete.
  Status open_writer(bool is_complete, size_t cache_bytes);
  Status open_reader(bool is_complete, size_t cache_bytes);

  Status write(const Batch& batch);
  Status flush();
  Status compact();
  const std::string& folder() const { return folder_; }

  rocksdb::Env& env() const { return own_env_ ? *own_env_ : *rocksdb::Env::Default(); }
  rocksdb::DB& db() const { return *db_; }
  rocksdb::ColumnFamilyHandle* handle(Family f) const { return handles_[static_cast<size_t>(f)]; }
  Status error(const rocksdb::Status& status) const { return store_error(folder_, status); }

 private:
  rocksdb::Status try_reader(size_t cache_bytes);
  Status check_before_writing(size_t cache_bytes);
  Status check_acknowledged(std::optional<uint64_t> acknowledged) const;
  Status read_only() const {
    return invalid_argument("the store " + folder_ +
                            " was opened read only; open it for writing to change it");
  }
  void close();

  const std::string folder_;
  const Mode mode_;
  std::unique_ptr<rocksdb::Env> own_env_;  // destroyed after the database that uses it
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
  std::optional<AcknowledgedFile> acknowledged_;
  Status failure_;  // of the first write that failed
};

RocksStore::Database::~Database() {
  // Nothing is lost if this fails: the rows are in the log.
  if (db_ && mode_ != Mode::kReadOnly && failure_.ok()) (void)flush();
  close();
}

void RocksStore::Database::close() {
  if (!db_) return;
  for (rocksdb::ColumnFamilyHandle* handle : handles_) {
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  handles_.clear();
  db_->Close().PermitUncheckedError();
  db_ = nullptr;
}

Status RocksStore::Database::check_acknowledged(std::optional<uint64_t> acknowledged) const {
  const uint64_t last = db_->GetLatestSequenceNumber();
  if (!acknowledged || *acknowledged <= last) return {};
  return corrupt("the store " + folder_ + " has lost changes: it ends at change " +
                 std::to_string(last) + ", but change " + std::to_string(*acknowledged) +
                 " was acknowledged, so its log was cut or deleted; restore the store from a copy, "
                 "or delete its file ACKNOWLEDGED to continue without them");
}

Status RocksStore::Database::check_before_writing(size_t cache_bytes) {
  rocksdb::FileLock* lock = nullptr;
  rocksdb::Status locked = env().LockFile(folder_ + "/LOCK", &lock);
  if (!locked.ok()) return open_error(folder_, locked);
  Status status = open_reader(/*is_complete=*/true, cache_bytes);
  close();
  env().UnlockFile(lock).PermitUncheckedError();
  return status;
}

Status RocksStore::Database::open_writer(bool is_complete, size_t cache_bytes) {
  if (is_complete) {
    if (Status whole = check_before_writing(cache_bytes); !whole.ok()) return whole;
  }
  rocksdb::DBOptions options = database_options();
  options.env = &env();
  options.create_if_missing = !is_complete;
  options.create_missing_column_families = !is_complete;
  for (auto pool : {rocksdb::Env::BOTTOM, rocksdb::Env::LOW, rocksdb::Env::HIGH}) {
    // Compactions must not delay the threads that answer questions.
    env().LowerThreadPoolCPUPriority(pool, rocksdb::CpuPriority::kIdle).PermitUncheckedError();
  }
  rocksdb::DB* db = nullptr;
  rocksdb::Status status =
      rocksdb::DB::Open(options, folder_, family_descriptors(cache_bytes), &handles_, &db);
  if (!status.ok()) return open_error(folder_, status);
  db_.reset(db);
  auto file = AcknowledgedFile::open(env(), folder_);
  if (!file) return file.error();
  acknowledged_ = *std::move(file);
  acknowledged_->set(db_->GetLatestSequenceNumber());
  return {};
}

rocksdb::Status RocksStore::Database::try_reader(size_t cache_bytes) {
  rocksdb::DBOptions options = database_options();
  options.env = &env();
  options.info_log = std::make_shared<NoLog>();
  rocksdb::DB* db = nullptr;
  rocksdb::Status status = rocksdb::DB::OpenForReadOnly(
      options, folder_, family_descriptors(cache_bytes), &handles_, &db);
  db_.reset(db);
  return status;
}

Status RocksStore::Database::open_reader(bool is_complete, size_t cache_bytes) {
  for (int attempt = 0; attempt < kReaderAttempts; ++attempt) {
    const std::set<std::string> before = files_of(env(), folder_);
    const std::optional<uint64_t> acknowledged = read_acknowledged(env(), folder_);
    rocksdb::Status status = try_reader(cache_bytes);
    const std::set<std::string> after = files_of(env(), folder_);
    if (status.ok() && !lost_a_log(before, after)) return check_acknowledged(acknowledged);
    close();
    if (!status.ok() && before == after) {
      if (is_about_a_log(status, folder_)) {
        return damaged(folder_, status.ToString() + " in its log " + log_names(after));
      }
      if (!status.IsInvalidArgument()) return store_error(folder_, status);
      // The list of tables lacks a family.
      return is_complete ? damaged(folder_, status.ToString()) : never_completed(folder_);
    }
    env().SleepForMicroseconds(kReaderPauseMicros);
  }
  return unavailable("the store " + folder_ +
                     " changes too fast to be read: its writer replaced files during each of " +
                     std::to_string(kReaderAttempts) + " attempts; try again");
}

Status RocksStore::Database::write(const Batch& batch) {
  if (mode_ == Mode::kReadOnly) return read_only();
  if (!failure_.ok() || batch.empty()) return failure_;
  size_t bytes = 0;
  constexpr size_t kRowOverhead = 16;  // kind, family, lengths
  for (const auto& [key, value] : batch.changes()) {
    bytes += key.size() + (value ? value->size() : 0) + kRowOverhead;
  }
  rocksdb::WriteBatch changes(bytes);
  rocksdb::Status status;
  for (const auto& [key, value] : batch.changes()) {
    rocksdb::ColumnFamilyHandle* family = handle(family_of(key));
    status = value ? changes.Put(family, key, *value) : changes.Delete(family, key);
    if (!status.ok()) return error(status);
  }
  rocksdb::WriteOptions options;
  options.sync = true;
  status = db_->Write(options, &changes);
  // The log may now end with half a batch. Nothing may follow it there: see above.
  if (!status.ok()) return failure_ = error(status);
  acknowledged_->set(db_->GetLatestSequenceNumber());
  return {};
}

Status RocksStore::Database::flush() {
  rocksdb::Status status = db_->Flush(rocksdb::FlushOptions(), handles_);
  return status.ok() ? Status() : error(status);
}

Status RocksStore::Database::compact() {
  if (mode_ == Mode::kReadOnly) return read_only();
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  for (rocksdb::ColumnFamilyHandle* family : handles_) {
    rocksdb::Status status = db_->CompactRange(options, family, nullptr, nullptr);
    if (!status.ok()) return error(status);
  }
  return {};
}

// One range of keys, family after family.
class RocksStore::RocksCursor : public Cursor {
 public:
  RocksCursor(const Database& database, const rocksdb::Snapshot* at, std::string_view from,
              std::string_view end)
      : database_(database), ranges_(family_ranges(from, end)) {
    options_.snapshot = at;
    open_range();
  }

  bool valid() const override { return rows_ && rows_->Valid(); }
  std::string_view key() const override { return rows_->key().ToStringView(); }
  std::string_view value() const override { return rows_->value().ToStringView(); }
  void next() override {
    rows_->Next();
    leave_finished_ranges();
  }
  Status status() const override {
    if (!rows_ || rows_->status().ok()) return {};
    return database_.error(rows_->status());
  }

 private:
  // Does nothing past the last range.
  void open_range() {
    if (range_ == ranges_.size()) return;
    const FamilyRange& range = ranges_[range_];
    end_ = range.end;
    options_.iterate_upper_bound = range.end.empty() ? nullptr : &end_;
    rows_.reset(database_.db().NewIterator(options_, database_.handle(range.family)));
    rows_->Seek(range.from);
    leave_finished_ranges();
  }
  void leave_finished_ranges() {
    if (rows_->Valid() || !rows_->status().ok()) return;
    if (++range_ < ranges_.size()) open_range();
  }

  const Database& database_;
  const std::vector<FamilyRange> ranges_;
  size_t range_ = 0;
  rocksdb::ReadOptions options_;
  rocksdb::Slice end_;
  std::unique_ptr<rocksdb::Iterator> rows_;
};

class RocksStore::RocksSnapshot : public Snapshot {
 public:
  explicit RocksSnapshot(std::shared_ptr<const Database> database)
      : database_(std::move(database)), at_(database_->db().GetSnapshot()) {
    options_.snapshot = at_;
  }
  ~RocksSnapshot() override { database_->db().ReleaseSnapshot(at_); }
  RocksSnapshot(const RocksSnapshot&) = delete;
  RocksSnapshot& operator=(const RocksSnapshot&) = delete;

  Result<std::optional<std::string>> get(std::string_view key) const override {
    rocksdb::PinnableSlice value;
    rocksdb::Status status =
        database_->db().Get(options_, database_->handle(family_of(key)), slice(key), &value);
    if (status.IsNotFound()) return std::optional<std::string>();
    if (!status.ok()) return database_->error(status);
    return std::optional(value.ToString());
  }

  Result<std::vector<std::optional<std::string>>> get_many(
      std::span<const std::string_view> keys) const override;

  std::unique_ptr<Cursor> seek(std::string_view from, std::string_view end) const override {
    return std::make_unique<RocksCursor>(*database_, at_, from, end);
  }

 private:
  using Values = std::vector<std::optional<std::string>>;
  Status get_of_family(Family family, std::span<const std::string_view> keys,
                       const std::vector<size_t>& wanted, Values& values) const;

  std::shared_ptr<const Database> database_;
  const rocksdb::Snapshot* at_;
  rocksdb::ReadOptions options_;
};

Result<std::vector<std::optional<std::string>>> RocksStore::RocksSnapshot::get_many(
    std::span<const std::string_view> keys) const {
  std::array<std::vector<size_t>, kFamilies> wanted;
  for (size_t i = 0; i < keys.size(); ++i) {
    wanted[static_cast<size_t>(family_of(keys[i]))].push_back(i);
  }
  Values out(keys.size());
  for (size_t i = 0; i < kFamilies; ++i) {
    if (wanted[i].empty()) continue;
    Status status = get_of_family(static_cast<Family>(i), keys, wanted[i], out);
    if (!status.ok()) return status;
  }
  return out;
}

Status RocksStore::RocksSnapshot::get_of_family(Family family,
                                                std::span<const std::string_view> keys,
                                                const std::vector<size_t>& wanted,
                                                Values& values) const {
  std::vector<rocksdb::Slice> own;
  own.reserve(wanted.size());
  bool ascending = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    own.push_back(slice(keys[wanted[i]]));
    ascending = ascending && (i == 0 || keys[wanted[i - 1]] <= keys[wanted[i]]);
  }
  std::vector<rocksdb::PinnableSlice> found(own.size());
  std::vector<rocksdb::Status> statuses(own.size());
  database_->db().MultiGet(options_, database_->handle(family), own.size(), own.data(),
                           found.data(), statuses.data(), ascending);
  for (size_t i = 0; i < own.size(); ++i) {
    if (statuses[i].IsNotFound()) continue;
    if (!statuses[i].ok()) return database_->error(statuses[i]);
    values[wanted[i]] = found[i].ToString();
  }
  return {};
}

RocksStore::RocksStore(std::shared_ptr<Database> database) : database_(std::move(database)) {}

RocksStore::~RocksStore() = default;

Result<std::unique_ptr<RocksStore>> RocksStore::open(const std::string& folder,
                                                     const RocksOptions& options) {
  auto database = std::make_shared<Database>(folder, options.mode, options.file_system);
  auto is_complete = prepare_folder(database->env(), folder, options.mode);
  if (!is_complete) return is_complete.error();
  Status status = options.mode == Mode::kReadOnly
                      ? database->open_reader(*is_complete, options.cache_bytes)
                      : database->open_writer(*is_complete, options.cache_bytes);
  if (!status.ok()) return status;
  return std::unique_ptr<RocksStore>(new RocksStore(std::move(database)));
}

std::shared_ptr<const Snapshot> RocksStore::snapshot() const {
  return std::make_shared<RocksSnapshot>(database_);
}

Status RocksStore::write(const Batch& batch) { return database_->write(batch); }

Status RocksStore::flush() { return database_->flush(); }

Status RocksStore::verify() const {
  rocksdb::Status status = database_->db().VerifyChecksum(rocksdb::ReadOptions());
  return status.ok() ? Status() : database_->error(status);
}

Status RocksStore::compact() { return database_->compact(); }

uint64_t RocksStore::last_change() const { return database_->db().GetLatestSequenceNumber(); }

Result<std::map<std::string, std::string>> RocksStore::table_ids() const {
  std::map<std::string, std::string> out;
  for (size_t i = 0; i < kFamilies; ++i) {
    rocksdb::TablePropertiesCollection tables;
    rocksdb::Status status = database_->db().GetPropertiesOfAllTables(
        database_->handle(static_cast<Family>(i)), &tables);
    if (!status.ok()) return database_->error(status);
    for (const auto& [path, properties] : tables) {
      std::string id;
      status = rocksdb::GetUniqueIdFromTableProperties(*properties, &id);
      if (!status.ok()) return database_->error(status);
      out.emplace(path.substr(path.rfind('/') + 1), rocksdb::Slice(id).ToString(/*hex=*/true));
    }
  }
  return out;
}

Status RocksStore::verify_table(const std::string& name) const {
  rocksdb::Options options;
  options.env = &database_->env();
  rocksdb::SstFileReader table(options);
  rocksdb::Status status = table.Open(database_->folder() + "/" + name);
  if (status.ok()) status = table.VerifyChecksum();
  return status.ok() ? Status() : database_->error(status);
}

std::vector<RocksStore::FamilySize> RocksStore::family_sizes() const {
  std::vector<FamilySize> out;
  for (size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<Family>(i);
    auto number = [&](const std::string& property) {
      uint64_t value = 0;
      database_->db().GetIntProperty(database_->handle(family), property, &value);
      return value;
    };
    out.push_back({std::string(name(family)), number(rocksdb::DB::Properties::kLiveSstFilesSize),
                   number(rocksdb::DB::Properties::kEstimateNumKeys)});
  }
  return out;
}

}  // namespace doppel::store
