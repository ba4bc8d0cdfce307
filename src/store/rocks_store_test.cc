#include "store/rocks_store.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <stdexcept>

#include "store/all_rows.h"
#include "store/store_suite.h"
#include "support/faulty_disk.h"
#include "support/temp_folder.h"

namespace doppel::store {
namespace {

namespace fs = std::filesystem;
using support::FaultyDisk;
using Mode = RocksOptions::Mode;

// A store in a folder that goes away with it.
class TemporaryStore : public Store {
 public:
  TemporaryStore() {
    auto opened = RocksStore::open(folder_.path(),
                                   {.mode = Mode::kCreateIfAbsent, .file_system = disk_.files()});
    if (!opened) throw std::runtime_error(opened.error().message());
    store_ = *std::move(opened);
  }
  std::shared_ptr<const Snapshot> snapshot() const override { return store_->snapshot(); }
  Status write(const Batch& batch) override { return store_->write(batch); }

 private:
  FaultyDisk disk_{1};  // has no faults here, and does not wait for a real disk
  support::TempFolder folder_;
  std::unique_ptr<RocksStore> store_;
};

INSTANTIATE_TEST_SUITE_P(rocks, StoreSuite,
                         testing::Values([] { return std::make_unique<TemporaryStore>(); }));

// What a function returns when another process calls it. The other process must not wait for
// threads of RocksDB, because it has none.
std::string in_another_process(const std::function<std::string()>& answer) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = answer();
    _exit(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string out;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof(buffer))) > 0;) {
    out.append(buffer, static_cast<size_t>(got));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return out;
}

class RocksFolder : public testing::Test {
 protected:
  Result<std::unique_ptr<RocksStore>> open(Mode mode) {
    return RocksStore::open(store_, {.mode = mode, .file_system = disk_.files()});
  }
  Status open_status(Mode mode) { return open(mode).status(); }
  void make(const Rows& rows) {
    auto store = open(Mode::kCreateIfAbsent);
    ASSERT_TRUE(store) << store.error().message();
    ASSERT_TRUE((*store)->write(batch_of(rows)).ok());
  }
  static void expect(const Status& status, StatusCode code, const std::string& message) {
    EXPECT_EQ(status.code(), code);
    EXPECT_EQ(status.message(), message);
  }

  FaultyDisk disk_{1};
  support::TempFolder parent_;
  const std::string store_ = parent_.path("store");
};

TEST_F(RocksFolder, a_store_is_there_after_a_restart) {
  make({{"p1", "a"}, {"W1", "b"}});
  for (Mode mode : {Mode::kExisting, Mode::kReadOnly, Mode::kCreateIfAbsent}) {
    auto store = open(mode);
    ASSERT_TRUE(store) << store.error().message();
    EXPECT_EQ(*all_rows(**store), (Rows{{"p1", "a"}, {"W1", "b"}}));
  }
}

TEST_F(RocksFolder, works_on_the_real_disk_in_new_folders) {
  const std::string deep = parent_.path("new/folders/store/");
  {
    auto store = RocksStore::open(deep, {.mode = Mode::kCreateIfAbsent});
    ASSERT_TRUE(store) << store.error().message();
    ASSERT_TRUE((*store)->write(batch_of({{"p", "1"}})).ok());
  }
  auto store = RocksStore::open(deep, {.mode = Mode::kReadOnly});
  ASSERT_TRUE(store);
  EXPECT_EQ(*all_rows(**store), (Rows{{"p", "1"}}));
}

TEST_F(RocksFolder, a_missing_store_is_only_created_if_the_mode_says_so) {
  for (Mode mode : {Mode::kExisting, Mode::kReadOnly}) {
    expect(open_status(mode), StatusCode::kNotFound,
           "there is no store at " + store_ + "; check the path, or ingest pages to create it");
    EXPECT_FALSE(fs::exists(store_));
  }
  fs::create_directory(store_);
  for (Mode mode : {Mode::kExisting, Mode::kReadOnly}) {
    expect(open_status(mode), StatusCode::kNotFound,
           "the folder " + store_ +
               " is empty; check the path, or ingest pages to create a store in it");
  }
  EXPECT_TRUE(open_status(Mode::kCreateIfAbsent).ok());
}

TEST_F(RocksFolder, what_is_not_a_store_is_left_alone) {
  parent_.write("store", "a file");
  expect(open_status(Mode::kCreateIfAbsent), StatusCode::kInvalidArgument,
         store_ + " is a file; a store is a folder, so name another path");
  fs::remove(store_);
  parent_.write("store/notes.txt", "mine");
  expect(open_status(Mode::kCreateIfAbsent), StatusCode::kInvalidArgument,
         "the folder " + store_ + " is not a store: it has other files; name another folder");
  parent_.write("store/CURRENT", "MANIFEST-000001\n");
  expect(open_status(Mode::kCreateIfAbsent), StatusCode::kInvalidArgument,
         "the folder " + store_ +
             " has a database but no file FORMAT: it belongs to another program, or the file was "
             "deleted; name another folder, or restore the file");
  EXPECT_EQ(std::distance(fs::directory_iterator(store_), {}), 2);
}

// Golden: the files that doppel itself writes.
TEST_F(RocksFolder, its_own_files_have_the_documented_bytes) {
  make({{"p1", "a"}, {"p2", "b"}});
  EXPECT_EQ(support::read_whole(store_ + "/FORMAT"), "doppel store 1\n");
  EXPECT_EQ(support::read_whole(store_ + "/ACKNOWLEDGED"),
            "00000000000000000002 00000000000000000002\n");
}

// Golden: a store of format 1, as a process that was killed left it: tables of all families, and a
// batch that is only in the log. Its files never change.
TEST_F(RocksFolder, the_first_format_can_still_be_opened) {
  Rows expected;
  for (char letter : std::string("ASWegpt")) {
    for (size_t i = 1; i <= 3; ++i) {
      expected[letter + std::to_string(i)] = std::string(10 * i, letter);
    }
  }
  expected.erase("p2");
  expected["W4"] = "in the log";
  expected[""] = "the empty key";
  fs::copy(DOPPEL_SOURCE_DIR "/tests/golden/store_1", store_);
  for (Mode mode : {Mode::kReadOnly, Mode::kExisting}) {
    auto store = open(mode);
    ASSERT_TRUE(store) << store.error().message();
    EXPECT_TRUE((*store)->verify().ok());
    EXPECT_EQ(*all_rows(**store), expected);
  }
}

TEST_F(RocksFolder, a_store_of_another_format_says_what_to_do) {
  make({});
  parent_.write("store/FORMAT", "doppel store 2\n");
  expect(open_status(Mode::kReadOnly), StatusCode::kInvalidArgument,
         "the store " + store_ +
             " has format 2, and this version of doppel has format 1; use a newer version of "
             "doppel");
  parent_.write("store/FORMAT", "doppel store 0\n");
  expect(open_status(Mode::kExisting), StatusCode::kInvalidArgument,
         "the store " + store_ +
             " has format 0, and this version of doppel has format 1; export its pages with the "
             "version of doppel that wrote it, and ingest them into a new store");
  parent_.write("store/FORMAT", "doppel store\n");
  EXPECT_EQ(open_status(Mode::kExisting).code(), StatusCode::kCorrupt);
}

TEST_F(RocksFolder, a_store_whose_creation_was_interrupted_is_completed) {
  parent_.write("store/FORMAT.tmp", "doppel st");
  EXPECT_EQ(open_status(Mode::kReadOnly).code(), StatusCode::kNotFound);
  EXPECT_TRUE(open_status(Mode::kCreateIfAbsent).ok());
  fs::remove_all(store_);
  parent_.write("store/FORMAT", "doppel store 1\n");
  parent_.write("store/MANIFEST-000001", "");
  expect(open_status(Mode::kReadOnly), StatusCode::kNotFound,
         "the store " + store_ +
             " is empty, because its creation was interrupted; ingest pages into it first");
  EXPECT_TRUE(open_status(Mode::kExisting).ok());
  EXPECT_TRUE(open_status(Mode::kReadOnly).ok());
}

TEST_F(RocksFolder, a_folder_that_cannot_be_written_can_be_read) {
  make({{"p", "1"}});
  disk_.set_read_only(true);
  Status status = open_status(Mode::kExisting);
  EXPECT_EQ(status.code(), StatusCode::kIo);
  EXPECT_TRUE(status.message().starts_with("cannot write to the store " + store_ + " ("))
      << status.message();
  EXPECT_TRUE(status.message().ends_with("; change its permissions, or open it read only"));
  auto reader = open(Mode::kReadOnly);
  ASSERT_TRUE(reader) << reader.error().message();
  EXPECT_EQ(*all_rows(**reader), (Rows{{"p", "1"}}));
  expect((*reader)->write(batch_of({{"p", "2"}})), StatusCode::kInvalidArgument,
         "the store " + store_ + " was opened read only; open it for writing to change it");
}

TEST_F(RocksFolder, has_one_writer) {
  auto writer = open(Mode::kCreateIfAbsent);
  ASSERT_TRUE(writer);
  const std::string message =
      "the store " + store_ +
      " is in use by another process; wait until it ends, or open the store read only";
  expect(open_status(Mode::kExisting), StatusCode::kUnavailable, message);
  EXPECT_EQ(in_another_process([&] { return open_status(Mode::kExisting).message(); }), message);
  writer->reset();
  EXPECT_TRUE(open_status(Mode::kExisting).ok());
}

TEST_F(RocksFolder, a_reader_beside_the_writer_sees_the_log_and_changes_nothing) {
  auto writer = open(Mode::kCreateIfAbsent);
  ASSERT_TRUE((*writer)->write(batch_of({{"p1", "in a table"}})).ok());
  ASSERT_TRUE((*writer)->flush().ok());
  ASSERT_TRUE((*writer)->write(batch_of({{"p2", "in the log"}})).ok());
  auto names = [&] {
    std::set<std::string> out;
    for (const auto& entry : fs::directory_iterator(store_)) out.insert(entry.path().string());
    return out;
  };
  const std::set<std::string> before = names();
  const Rows expected = {{"p1", "in a table"}, {"p2", "in the log"}};
  EXPECT_EQ(in_another_process([&] {
              auto reader = open(Mode::kReadOnly);
              if (!reader) return reader.error().message();
              return std::string(*all_rows(**reader) == expected ? "equal" : "different");
            }),
            "equal");
  auto reader = open(Mode::kReadOnly);
  ASSERT_TRUE(reader);
  EXPECT_EQ(names(), before);
  ASSERT_TRUE((*writer)->write(batch_of({{"p3", "later"}})).ok());
  ASSERT_TRUE((*writer)->flush().ok());
  EXPECT_EQ(*all_rows(**reader), expected);  // although the writer has deleted that log
}

// Each round is in all families, and the writer replaces logs and tables all the time.
TEST_F(RocksFolder, readers_see_whole_rounds_while_files_are_replaced) {
  auto writer = open(Mode::kCreateIfAbsent);
  ASSERT_TRUE(writer);
  std::atomic<int> acknowledged = 0;
  std::atomic<bool> done = false, failed = false;
  std::thread thread([&] {
    for (int round = 1; !done; ++round) {
      Rows rows;
      for (char letter : std::string("AWSpte")) {
        rows[std::string(1, letter)] = std::to_string(round);
      }
      if (!(*writer)->write(batch_of(rows)).ok()) failed = true;
      acknowledged = round;
      if (round % 3 == 0 && !(*writer)->flush().ok()) failed = true;
    }
  });
  for (int i = 0; i < 60; ++i) {
    const int before = acknowledged;
    auto reader = open(Mode::kReadOnly);
    if (!reader) {
      EXPECT_EQ(reader.error().code(), StatusCode::kUnavailable) << reader.error().message();
      continue;
    }
    const Rows rows = *all_rows(**reader);
    if (before == 0 && rows.empty()) continue;
    ASSERT_EQ(rows.size(), 6U);
    for (const auto& [key, value] : rows) EXPECT_EQ(value, rows.begin()->second);
    EXPECT_GE(std::stoi(rows.begin()->second), before);
  }
  done = true;
  thread.join();
  EXPECT_FALSE(failed);
}

TEST_F(RocksFolder, a_snapshot_outlives_its_store) {
  auto writer = open(Mode::kCreateIfAbsent);
  ASSERT_TRUE((*writer)->write(batch_of({{"p1", "1"}, {"W1", "2"}})).ok());
  auto snapshot = (*writer)->snapshot();
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE((*writer)->write(batch_of({{"p1", "later"}, {"W2", "3"}})).ok());
    ASSERT_TRUE((*writer)->flush().ok());
  }
  writer->reset();
  EXPECT_EQ(*all_rows(*snapshot), (Rows{{"p1", "1"}, {"W1", "2"}}));
  EXPECT_EQ(open_status(Mode::kExisting).code(), StatusCode::kUnavailable);
  snapshot = nullptr;
  EXPECT_TRUE(open_status(Mode::kExisting).ok());
}

TEST_F(RocksFolder, closing_leaves_nothing_in_the_log) {
  make({{"p1", std::string(5000, 'x')}});
  for (const auto& entry : fs::directory_iterator(store_)) {
    if (entry.path().extension() != ".log") continue;
    EXPECT_EQ(entry.file_size(), 0U);
  }
}

TEST_F(RocksFolder, sizes_are_told_by_family) {
  auto store = open(Mode::kCreateIfAbsent);
  ASSERT_TRUE((*store)->write(batch_of({{"p1", "1"}, {"p2", "2"}, {"W1", "text"}})).ok());
  ASSERT_TRUE((*store)->flush().ok());
  EXPECT_TRUE((*store)->verify().ok());
  std::string told;
  for (const RocksStore::FamilySize& family : (*store)->family_sizes()) {
    told += family.name + " " + std::to_string(family.rows) + ", ";
    EXPECT_EQ(family.table_bytes > 0, family.rows > 0) << family.name;
  }
  EXPECT_EQ(told, "default 0, pages 2, texts 1, signatures 0, groups 0, events 0, ");
}

}  // namespace
}  // namespace doppel::store
