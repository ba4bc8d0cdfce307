// Files of a store that were changed, cut or deleted. A store never answers with other rows than
// those that were acknowledged: it is refused, or reading reports the damage, or nothing was hurt.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "store/all_rows.h"
#include "store/rocks_store.h"
#include "support/faulty_disk.h"
#include "support/temp_folder.h"

namespace doppel::store {
namespace {

namespace fs = std::filesystem;
using support::FaultyDisk;
using support::read_whole;
using Mode = RocksOptions::Mode;

// The store as it would be after kill -9, with rows in tables and in the log.
class RocksDamage : public testing::Test {
 protected:
  RocksDamage() {
    auto store = open(original_, Mode::kCreateIfAbsent);
    EXPECT_TRUE(store);
    for (int round = 0; round < 6; ++round) {
      Rows rows;
      for (char letter : std::string("AWSpte")) {
        for (int i = 0; i < 20; ++i) {
          rows[letter + std::to_string(i * (round + 1))] = std::string(60, static_cast<char>(i));
        }
      }
      EXPECT_TRUE((*store)->write(batch_of(rows)).ok());
      if (round == 2) {
        EXPECT_TRUE((*store)->flush().ok());
      }
      for (const auto& [key, value] : rows) rows_[key] = value;
    }
    restore();  // a copy is taken while the store is open
    fs::copy(original_, kept_);
  }

  Result<std::unique_ptr<RocksStore>> open(const std::string& folder, Mode mode) {
    return RocksStore::open(folder,
                            {.mode = mode, .cache_bytes = 1 << 20, .file_system = disk_.files()});
  }

  void restore() {
    fs::remove_all(folder_);
    fs::copy(fs::exists(kept_) ? kept_ : original_, folder_);
  }

  std::vector<std::string> files(const std::string& part) const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      if (name.find(part) != std::string::npos && entry.file_size() > 0) out.push_back(name);
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  // Of all files but the lock, which is empty.
  Rows contents() const {
    Rows out;
    for (const std::string& file : files("")) out[file] = read_whole(path(file));
    return out;
  }
  std::string path(const std::string& file) const { return folder_ + "/" + file; }

  void flip(const std::string& file, size_t at) const {
    std::string bytes = read_whole(path(file));
    bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
    std::ofstream(path(file), std::ios::binary) << bytes;
  }

  // Ok if all rows are there; otherwise how the damage was reported. Fails if rows are wrong.
  Status look(Mode mode) {
    const Rows before = contents();
    auto store = open(folder_, mode);
    if (!store) {
      EXPECT_EQ(contents(), before) << "opening a damaged store changed it";
      return store.error();
    }
    if (Status whole = (*store)->verify(); !whole.ok()) return whole;
    auto rows = all_rows(**store);
    if (!rows) return rows.error();
    EXPECT_EQ(*rows, rows_) << "wrong rows, and nobody noticed";
    return {};
  }

  // How many of the flips were reported.
  int flip_everywhere(const std::string& file, size_t positions) {
    int reported = 0;
    const size_t size = fs::file_size(path(file));
    const size_t step = std::max<size_t>(1, size / positions);
    for (size_t at = 0, turn = 0; at < size; at += step, ++turn) {
      restore();
      flip(file, at);
      const Status status = look(turn % 8 == 7 ? Mode::kExisting : Mode::kReadOnly);
      if (HasFailure()) ADD_FAILURE() << file << " at byte " << at;
      if (HasFailure()) break;
      if (status.ok()) continue;
      ++reported;
      EXPECT_EQ(status.code(), StatusCode::kCorrupt) << status.message();
      EXPECT_NE(status.message().find(folder_), std::string::npos) << status.message();
    }
    restore();
    return reported;
  }

  FaultyDisk disk_{1};  // so that nothing waits for a real disk
  support::TempFolder parent_;
  const std::string original_ = parent_.path("original"), kept_ = parent_.path("kept");
  const std::string folder_ = parent_.path("store");
  Rows rows_;
};

TEST_F(RocksDamage, a_copy_taken_after_a_kill_is_whole) {
  EXPECT_TRUE(look(Mode::kReadOnly).ok());
  EXPECT_TRUE(look(Mode::kExisting).ok());
}

TEST_F(RocksDamage, a_flipped_byte_in_a_table_is_reported_with_the_file) {
  const auto tables = files(".sst");
  ASSERT_EQ(tables.size(), 6U);  // one of each family
  EXPECT_GT(flip_everywhere(tables[0], 60), 50);
  flip(tables[1], 10);
  const Status status = look(Mode::kReadOnly);
  EXPECT_NE(status.message().find(tables[1]), std::string::npos) << status.message();
}

TEST_F(RocksDamage, a_flipped_byte_in_the_log_is_reported) {
  const auto logs = files(".log");
  ASSERT_EQ(logs.size(), 1U);
  EXPECT_GT(flip_everywhere(logs[0], 150), 145);
  flip(logs[0], fs::file_size(path(logs[0])) / 2);
  const Status status = look(Mode::kReadOnly);
  EXPECT_NE(status.message().find(logs[0]), std::string::npos) << status.message();
}

TEST_F(RocksDamage, a_flipped_byte_in_the_list_of_tables_is_reported) {
  EXPECT_GT(flip_everywhere(files("MANIFEST").at(0), 150), 140);
}

TEST_F(RocksDamage, a_flipped_byte_in_a_small_file_is_reported_or_harmless) {
  EXPECT_GT(flip_everywhere("CURRENT", 20), 14);
  EXPECT_EQ(flip_everywhere("ACKNOWLEDGED", 50), 0);
  EXPECT_EQ(flip_everywhere("IDENTITY", 5), 0);
  EXPECT_EQ(flip_everywhere(files("OPTIONS").at(0), 5), 0);
}

TEST_F(RocksDamage, a_damaged_format_is_reported) {
  const std::string line = read_whole(path("FORMAT"));
  for (size_t at = 0; at < line.size(); ++at) {
    restore();
    flip("FORMAT", at);
    EXPECT_FALSE(look(Mode::kReadOnly).ok()) << at;
  }
}

// Every cut loses an acknowledged batch, because the log ends with one.
TEST_F(RocksDamage, a_cut_log_is_reported) {
  const std::string log = files(".log").at(0);
  const size_t size = fs::file_size(path(log));
  for (size_t length = 0; length < size; length += 1 + size / 40) {
    for (Mode mode : {Mode::kReadOnly, Mode::kExisting}) {
      restore();
      fs::resize_file(path(log), length);
      const Status status = look(mode);
      EXPECT_EQ(status.code(), StatusCode::kCorrupt);
      EXPECT_NE(status.message().find("has lost changes: it ends at change"), std::string::npos)
          << status.message();
    }
  }
}

TEST_F(RocksDamage, a_deleted_log_is_reported_until_its_loss_is_accepted) {
  fs::remove(path(files(".log").at(0)));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(look(Mode::kExisting).code(), StatusCode::kCorrupt);
  fs::remove(path("ACKNOWLEDGED"));
  auto store = open(folder_, Mode::kExisting);
  ASSERT_TRUE(store) << store.error().message();
  EXPECT_TRUE((*store)->write(batch_of(rows_)).ok());
  EXPECT_EQ(*all_rows(**store), rows_);
}

TEST_F(RocksDamage, a_missing_file_is_named) {
  for (const std::string& file : {files(".sst").at(0), files(".sst").at(5), files("MANIFEST").at(0),
                                  std::string("CURRENT")}) {
    for (Mode mode : {Mode::kReadOnly, Mode::kExisting, Mode::kCreateIfAbsent}) {
      restore();
      fs::remove(path(file));
      const Status status = look(mode);
      EXPECT_EQ(status.code(), StatusCode::kCorrupt);
      EXPECT_TRUE(status.message().starts_with(
          "the store " + folder_ + " is incomplete: its file " + file + " is missing; "))
          << status.message();
    }
  }
}

// Whatever of it is deleted, in any order, a store is never mistaken for an empty one.
TEST_F(RocksDamage, a_store_that_is_half_deleted_is_not_used_as_an_empty_one) {
  const std::vector<std::string> all = files("");
  for (size_t first = 0; first < all.size(); ++first) {
    restore();
    for (size_t i = 0; i + 1 < all.size(); ++i) {
      fs::remove(path(all[(first + i) % all.size()]));
      auto store = open(folder_, Mode::kReadOnly);
      if (!store) continue;
      EXPECT_EQ(*all_rows(**store), rows_);
    }
  }
}

}  // namespace
}  // namespace doppel::store
