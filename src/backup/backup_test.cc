// Backups of a store of rows: which files are copied, what a restore gives, and what becomes of
// damage and of interruptions.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>

#include "backup/restore.h"
#include "backup/write_backup.h"
#include "store/all_rows.h"
#include "support/faulty_disk.h"
#include "support/temp_folder.h"

namespace doppel::backup {
namespace {

namespace fs = std::filesystem;
using store::batch_of;
using store::RocksStore;
using store::Rows;
using Mode = store::RocksOptions::Mode;

class Backups : public testing::Test {
 protected:
  Backups() { reopen(); }

  void reopen() {
    rocks_ = nullptr;
    auto opened = RocksStore::open(
        store(),
        {.mode = Mode::kCreateIfAbsent, .cache_bytes = 1 << 20, .file_system = disk_.files()});
    EXPECT_TRUE(opened) << opened.error().message();
    rocks_ = *std::move(opened);
  }
  // Each flush makes a table of each family that has new rows.
  void write(const Rows& rows, bool flush = true) {
    ASSERT_TRUE(rocks_->write(batch_of(rows)).ok());
    if (flush) {
      ASSERT_TRUE(rocks_->flush().ok());
    }
    for (const auto& [key, value] : rows) rows_[key] = value;
  }

  Result<WrittenBackup> try_backup(uint64_t keep = 0) {
    auto frozen = store::FrozenStore::open(store());
    if (!frozen) return frozen.error();
    auto folder = BackupFolder::open_for_writing(dir());
    if (!folder) return folder.error();
    ProgressMeter progress({});
    return write_backup(**frozen, *folder, {.time_ms = 1000, .round = 1, .keep = keep}, progress);
  }
  WrittenBackup backup(uint64_t keep = 0) {
    auto out = try_backup(keep);
    EXPECT_TRUE(out) << out.error().message();
    return out.value_or({});
  }

  Status restore(uint64_t number, const std::string& to) {
    auto folder = BackupFolder::open(dir());
    if (!folder) return folder.error();
    auto lists = folder->lists();
    if (!lists) return lists.error();
    ProgressMeter progress({});
    for (const BackupList& list : lists->whole) {
      if (list.number == number) return restore_backup(*folder, list, to, progress);
    }
    return not_found("no such backup");
  }
  Rows restored(uint64_t number) {
    const std::string to = folder_.path("restored");
    fs::remove_all(to);
    Status status = restore(number, to);
    EXPECT_TRUE(status.ok()) << status.message();
    auto rocks = RocksStore::open(to, {.mode = Mode::kExisting, .cache_bytes = 1 << 20});
    EXPECT_TRUE(rocks) << rocks.error().message();
    return rocks ? all_rows(**rocks).value_or({}) : Rows();
  }
  std::vector<std::string> faults() {
    auto folder = BackupFolder::open(dir());
    EXPECT_TRUE(folder);
    ProgressMeter progress({});
    return verify_backups(*folder, progress).value_or({"error"});
  }

  std::set<std::string> stored_files() const {
    std::set<std::string> out;
    for (const auto& entry : fs::directory_iterator(dir() + "/files")) {
      out.insert(entry.path().filename().string());
    }
    return out;
  }

  std::string store() const { return folder_.path("store"); }
  std::string dir() const { return folder_.path("backups"); }

  support::FaultyDisk disk_{1};  // has no faults here, and does not wait for a real disk
  support::TempFolder folder_;
  std::unique_ptr<RocksStore> rocks_;
  Rows rows_;
};

size_t tables_of(const WrittenBackup& backup) {
  size_t out = 0;
  for (const StoredFile& file : backup.list.files) out += file.name.ends_with(".sst") ? 1 : 0;
  return out;
}

TEST_F(Backups, copy_each_table_once) {
  write({{"p1", "one"}, {"e1", "one"}});
  const WrittenBackup first = backup();
  EXPECT_EQ(first.list.number, 1U);
  EXPECT_EQ(tables_of(first), 2U);
  EXPECT_EQ(first.copied_files, first.list.files.size());
  EXPECT_EQ(first.copied_bytes, first.list.bytes());
  const Rows after_first = rows_;

  const WrittenBackup same = backup();  // nothing has changed
  EXPECT_EQ(same.copied_files, 0U);
  EXPECT_EQ(same.list.files, first.list.files);

  write({{"p2", "two"}});
  const WrittenBackup second = backup();
  EXPECT_EQ(tables_of(second), 3U);
  // The new table, the list of tables, and ACKNOWLEDGED; both logs are empty.
  EXPECT_EQ(second.copied_files, 3U);

  EXPECT_EQ(restored(1), after_first);
  EXPECT_EQ(restored(3), rows_);
  EXPECT_TRUE(faults().empty());
}

TEST_F(Backups, have_what_is_only_in_the_log) {
  write({{"p1", "one"}});
  write({{"p2", "two"}}, /*flush=*/false);
  (void)backup();
  EXPECT_EQ(restored(1), rows_);
}

TEST_F(Backups, of_a_restored_store_share_its_tables_and_go_on) {
  write({{"p1", "one"}, {"e1", "one"}});
  (void)backup();
  rocks_ = nullptr;
  fs::remove_all(store());
  ASSERT_TRUE(restore(1, store()).ok());
  reopen();
  write({{"p2", "two"}});
  const WrittenBackup next = backup();
  EXPECT_EQ(next.list.number, 2U);
  EXPECT_EQ(tables_of(next), 3U);
  uint64_t tables = 0;
  for (const std::string& name : stored_files()) tables += name.ends_with(".sst") ? 1 : 0;
  EXPECT_EQ(tables, 3U);
  EXPECT_EQ(restored(2), rows_);
}

TEST_F(Backups, that_are_too_old_are_dropped_with_the_files_that_only_they_have) {
  write({{"p1", "one"}});
  (void)backup();
  write({{"p2", "two"}});
  ASSERT_TRUE(rocks_->compact().ok());  // one table instead of two
  (void)backup();
  write({{"p3", "three"}});
  const WrittenBackup last = backup(2);
  EXPECT_EQ(last.dropped, std::vector<uint64_t>{1});
  std::set<std::string> used;
  auto folder = BackupFolder::open(dir());
  const auto lists = folder->lists();
  for (const BackupList& list : lists->whole) {
    for (const StoredFile& file : list.files) used.insert(file.stored);
  }
  EXPECT_EQ(stored_files(), used);
  EXPECT_TRUE(faults().empty());
  EXPECT_EQ(restored(3), rows_);
  EXPECT_EQ(backup(1).dropped, (std::vector<uint64_t>{2, 3}));
  EXPECT_EQ(restored(4), rows_);
}

TEST_F(Backups, keep_apart_what_belongs_to_different_stores) {
  write({{"p1", "one"}});
  (void)backup();
  rocks_ = nullptr;
  fs::remove_all(store());
  reopen();
  auto refused = try_backup();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), StatusCode::kInvalidArgument);
  EXPECT_NE(refused.error().message().find("backups of another store"), std::string::npos);
}

TEST_F(Backups, are_made_by_one_process_at_a_time_and_only_in_a_folder_of_their_own) {
  auto first = BackupFolder::open_for_writing(dir());
  ASSERT_TRUE(first);
  EXPECT_EQ(BackupFolder::open_for_writing(dir()).error().code(), StatusCode::kUnavailable);
  EXPECT_TRUE(BackupFolder::open(dir()));
  folder_.write("other/file", "x");
  EXPECT_EQ(BackupFolder::open_for_writing(folder_.path("other")).error().code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(BackupFolder::open_for_writing(folder_.path("other/file")).error().code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(BackupFolder::open(folder_.path("other")).error().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(BackupFolder::open(folder_.path("absent")).error().code(), StatusCode::kNotFound);
  folder_.write("newer/BACKUPS", "doppel backups 2\n");
  EXPECT_NE(BackupFolder::open(folder_.path("newer")).error().message().find("newer version"),
            std::string::npos);
}

TEST_F(Backups, do_not_copy_a_damaged_table) {
  write({{"p1", std::string(1000, 'x')}});
  (void)backup();
  write({{"p2", std::string(1000, 'y')}});
  rocks_ = nullptr;
  std::string newest;
  for (const auto& entry : fs::directory_iterator(store())) {
    const std::string path = entry.path().string();
    if (path.ends_with(".sst")) newest = std::max(newest, path);
  }
  std::string bytes = support::read_whole(newest);
  bytes[20] = static_cast<char>(bytes[20] ^ 1);
  std::ofstream(newest, std::ios::binary) << bytes;
  auto refused = try_backup();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), StatusCode::kCorrupt);
  EXPECT_NE(refused.error().message().find(fs::path(newest).filename().string()),
            std::string::npos);
  EXPECT_EQ(restored(1), (Rows{{"p1", std::string(1000, 'x')}}));
}

// What a kill leaves: files of a backup that has no list.
TEST_F(Backups, that_were_interrupted_leave_the_earlier_ones_and_are_cleared_away) {
  write({{"p1", "one"}});
  (void)backup();
  write({{"p2", "two"}});
  const WrittenBackup second = backup();
  const Rows rows = rows_;
  for (const char* left : {"backup-2.tmp", "backup-3.tmp", "BACKUPS.tmp", "files/x.tmp"}) {
    folder_.write("backups/" + std::string(left), "half");
  }
  fs::remove(dir() + "/backup-2");
  EXPECT_EQ(restored(1), (Rows{{"p1", "one"}}));
  const WrittenBackup again = backup();
  EXPECT_EQ(again.list.number, 2U);
  EXPECT_EQ(again.copied_files, second.copied_files);  // nobody knows the hashes of what is there
  EXPECT_FALSE(stored_files().contains("x.tmp"));
  EXPECT_EQ(restored(2), rows);
}

// A flipped bit in each file of a backup, one after the other.
TEST_F(Backups, that_are_damaged_are_named_and_not_restored) {
  write({{"p1", "one"}, {"W1", "words"}, {"e1", "event"}});
  write({{"p2", "two"}}, /*flush=*/false);
  const WrittenBackup whole = backup();
  std::set<std::string> kinds;
  for (const StoredFile& file : whole.list.files) {
    const std::string path = dir() + "/files/" + file.stored;
    const std::string bytes = support::read_whole(path);
    kinds.insert(file.name.substr(0, file.name.find_first_of("0123456789-")) +
                 fs::path(file.name).extension().string());
    const std::string to = folder_.path("target");
    for (const bool flip : {true, false}) {  // or the file is cut
      if (bytes.empty()) continue;
      std::string other = flip ? bytes : bytes.substr(0, bytes.size() - 1);
      if (flip) other[bytes.size() / 2] = static_cast<char>(other[bytes.size() / 2] ^ 4);
      std::ofstream(path, std::ios::binary) << other;
      Status status = restore(1, to);
      EXPECT_EQ(status.code(), StatusCode::kCorrupt) << file.name;
      EXPECT_NE(status.message().find("backup 1 in " + dir() + " is damaged"), std::string::npos);
      EXPECT_NE(status.message().find(file.stored), std::string::npos) << status.message();
      EXPECT_FALSE(fs::exists(to));
      ASSERT_EQ(faults().size(), 1U) << file.name;
      EXPECT_NE(faults()[0].find(file.stored + " of backup 1 does not have"), std::string::npos);
    }
    fs::remove(path);
    EXPECT_EQ(restore(1, to).code(), StatusCode::kCorrupt) << file.name;
    EXPECT_NE(faults()[0].find("is missing"), std::string::npos);
    std::ofstream(path, std::ios::binary) << bytes;
  }
  EXPECT_EQ(kinds, (std::set<std::string>{".sst", ".log", "MANIFEST", "CURRENT", "IDENTITY",
                                          "FORMAT", "ACKNOWLEDGED"}));
  EXPECT_TRUE(faults().empty());
  EXPECT_EQ(restored(1), rows_);
}

TEST_F(Backups, whose_list_is_damaged_are_named_and_hold_up_nothing_but_the_clearing_away) {
  write({{"p1", "one"}});
  (void)backup();
  write({{"p2", "two"}});
  (void)backup();
  const std::set<std::string> files = stored_files();
  folder_.write("backups/backup-1", "doppel backup 1\nnonsense\n");
  EXPECT_EQ(faults(), std::vector<std::string>{"the list of backup 1 cannot be read"});
  EXPECT_EQ(restored(2), rows_);
  const WrittenBackup third = backup();
  EXPECT_EQ(third.damaged, std::vector<uint64_t>{1});
  for (const std::string& file : files) EXPECT_TRUE(stored_files().contains(file)) << file;
  const WrittenBackup fourth = backup(1);
  EXPECT_EQ(fourth.dropped, (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_TRUE(fourth.damaged.empty());
  EXPECT_EQ(stored_files().size(), fourth.list.files.size());
}

TEST_F(Backups, replace_a_file_that_was_cut_or_deleted) {
  write({{"p1", "one"}});
  const WrittenBackup first = backup();
  for (const StoredFile& file : first.list.files) {
    if (file.name.ends_with(".sst")) fs::resize_file(dir() + "/files/" + file.stored, 3);
  }
  EXPECT_EQ(backup().copied_files, 1U);
  EXPECT_TRUE(faults().empty());
  EXPECT_EQ(restored(1), rows_);
}

// A table that the backups had and lost is copied again only if it is as it was.
TEST_F(Backups, do_not_replace_a_file_by_a_damaged_one) {
  write({{"p1", std::string(1000, 'x')}});
  const WrittenBackup first = backup();
  std::string table, stored;
  for (const StoredFile& file : first.list.files) {
    if (file.name.ends_with(".sst")) table = store() + "/" + file.name, stored = file.stored;
  }
  const std::string whole = support::read_whole(table);
  rocks_ = nullptr;
  fs::remove(dir() + "/files/" + stored);
  std::string damaged = whole;
  damaged[20] = static_cast<char>(damaged[20] ^ 1);
  std::ofstream(table, std::ios::binary) << damaged;
  auto refused = try_backup();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), StatusCode::kCorrupt);
  std::ofstream(table, std::ios::binary) << whole;
  (void)backup();
  EXPECT_TRUE(faults().empty());
  EXPECT_EQ(restored(1), rows_);
}

TEST_F(Backups, that_are_whole_are_not_pushed_out_by_damaged_lists) {
  write({{"p1", "one"}});
  for (int i = 0; i < 3; ++i) (void)backup();
  for (const char* list : {"backups/backup-2", "backups/backup-3"}) folder_.write(list, "nonsense");
  const WrittenBackup fourth = backup(2);
  EXPECT_TRUE(fourth.dropped.empty());
  EXPECT_EQ(restored(1), rows_);
}

TEST_F(Backups, leave_alone_what_is_not_a_list) {
  write({{"p1", "one"}});
  (void)backup();
  folder_.write("backups/backup-20260302/letter", "x");
  folder_.write("backups/backup-18446744073709551615", "x");
  ASSERT_EQ(::mkfifo((dir() + "/backup-9").c_str(), 0600), 0);
  const WrittenBackup next = backup(1);
  EXPECT_EQ(next.list.number, 2U);
  EXPECT_EQ(next.dropped, std::vector<uint64_t>{1});
  EXPECT_EQ(support::read_whole(dir() + "/backup-20260302/letter"), "x");
}

TEST_F(Backups, do_not_follow_links_out_of_their_folder) {
  write({{"p1", "one"}});
  const WrittenBackup first = backup();
  folder_.write("victim", "precious");
  const std::string stored = dir() + "/files/" + first.list.files[0].stored;
  fs::remove(stored);
  fs::create_symlink(folder_.path("victim"), stored + ".tmp");
  fs::create_symlink(folder_.path("victim"), dir() + "/backup-2.tmp");
  (void)backup();
  EXPECT_EQ(support::read_whole(folder_.path("victim")), "precious");
  EXPECT_TRUE(faults().empty());
  fs::rename(dir() + "/files", folder_.path("elsewhere"));
  fs::create_directory_symlink(folder_.path("elsewhere"), dir() + "/files");
  EXPECT_NE(try_backup().error().message().find("files is not a folder"), std::string::npos);
}

TEST_F(Backups, do_not_wait_for_a_pipe_in_place_of_a_file) {
  write({{"p1", "one"}});
  const WrittenBackup first = backup();
  const std::string stored = dir() + "/files/" + first.list.files[0].stored;
  fs::remove(stored);
  ASSERT_EQ(::mkfifo(stored.c_str(), 0600), 0);
  ASSERT_EQ(faults().size(), 1U);
  EXPECT_NE(faults()[0].find("is not a file"), std::string::npos);
  EXPECT_EQ(restore(1, folder_.path("target")).code(), StatusCode::kCorrupt);
}

TEST_F(Backups, can_begin_again_where_the_first_one_was_killed) {
  write({{"p1", "one"}});
  fs::create_directories(dir() + "/files");
  folder_.write("backups/LOCK", "");
  folder_.write("backups/BACKUPS.tmp", "dop");
  (void)backup();
  EXPECT_EQ(restored(1), rows_);
}

TEST_F(Backups, are_not_restored_over_anything) {
  write({{"p1", "one"}});
  (void)backup();
  Status status = restore(1, store());
  EXPECT_EQ(status.code(), StatusCode::kAlreadyExists);
  EXPECT_NE(status.message().find("there is a store at"), std::string::npos);
  folder_.write("other/file", "x");
  EXPECT_EQ(restore(1, folder_.path("other")).code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(support::read_whole(folder_.path("other/file")), "x");
  // What a killed restore leaves is no store, and is not continued.
  folder_.write("half/RESTORING", "");
  folder_.write("half/CURRENT", "MANIFEST-000001\n");
  EXPECT_NE(restore(1, folder_.path("half")).message().find("was interrupted"), std::string::npos);
  for (Mode mode : {Mode::kReadOnly, Mode::kCreateIfAbsent}) {
    auto opened = RocksStore::open(folder_.path("half"), {.mode = mode});
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message().find("was interrupted"), std::string::npos);
  }
  fs::create_directory(folder_.path("empty"));
  EXPECT_TRUE(restore(1, folder_.path("empty")).ok());
}

TEST_F(Backups, that_are_cancelled_leave_nothing) {
  write({{"p1", "one"}});
  (void)backup();
  auto folder = BackupFolder::open(dir());
  class Ticking : public Clock {
    int64_t now_ns() const override { return ticks_ += 1'000'000'000; }
    mutable int64_t ticks_ = 0;
  } clock;
  ProgressMeter stopped([](const Progress&) { return false; }, clock);
  auto lists = folder->lists();
  ASSERT_TRUE(lists);
  Status status = restore_backup(*folder, lists->whole[0], folder_.path("target"), stopped);
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_FALSE(fs::exists(folder_.path("target")));
}

}  // namespace
}  // namespace doppel::backup
