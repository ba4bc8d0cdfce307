// A frozen store is a whole store, whatever the writer does while it is frozen and afterwards.
#include "store/frozen_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "store/all_rows.h"
#include "support/temp_folder.h"

namespace doppel::store {
namespace {

namespace fs = std::filesystem;
using Mode = RocksOptions::Mode;

std::unique_ptr<RocksStore> open(const std::string& folder, Mode mode) {
  auto out = RocksStore::open(folder, {.mode = mode, .cache_bytes = 1 << 20});
  EXPECT_TRUE(out) << out.error().message();
  return out ? *std::move(out) : nullptr;
}

// Copies the files in small pieces.
void copy(const FrozenStore& frozen, const std::string& to) {
  fs::create_directories(to);
  for (const FrozenFile& file : frozen.files()) {
    std::ofstream out(to + "/" + file.name, std::ios::binary);
    std::string buffer(1000, '\0');
    uint64_t at = 0;
    while (true) {
      auto read = frozen.read(file, at, buffer);
      ASSERT_TRUE(read) << read.error().message();
      if (*read == 0) break;
      out.write(buffer.data(), static_cast<std::streamsize>(*read));
      at += *read;
    }
    EXPECT_EQ(at, file.bytes) << file.name;
  }
}

Rows rows_of_round(int round) {
  Rows out;
  out["A"] = std::to_string(round);
  for (char letter : std::string("WSpte")) {
    for (int i = 0; i < 8; ++i) {
      out[letter + std::to_string((round * 7 + i) % 40)] = std::to_string(round);
    }
  }
  return out;
}

Rows rows_after(int rounds) {
  Rows out;
  for (int round = 1; round <= rounds; ++round) {
    for (const auto& [key, value] : rows_of_round(round)) out[key] = value;
  }
  return out;
}

TEST(FrozenStore, can_be_copied_after_the_writer_has_replaced_every_file) {
  support::TempFolder folder;
  auto store = open(folder.path("s"), Mode::kCreateIfAbsent);
  for (int round = 1; round <= 6; ++round) {
    ASSERT_TRUE(store->write(batch_of(rows_of_round(round))).ok());
    if (round == 3) {
      ASSERT_TRUE(store->flush().ok());
    }
  }
  auto frozen = FrozenStore::open(folder.path("s"));
  ASSERT_TRUE(frozen) << frozen.error().message();
  for (int round = 7; round <= 12; ++round) {
    ASSERT_TRUE(store->write(batch_of(rows_of_round(round))).ok());
  }
  ASSERT_TRUE(store->compact().ok());
  store = nullptr;
  fs::remove_all(folder.path("s"));
  EXPECT_EQ(*all_rows(*(*frozen)->snapshot()), rows_after(6));
  copy(**frozen, folder.path("copy"));
  EXPECT_EQ(*all_rows(*open(folder.path("copy"), Mode::kReadOnly)), rows_after(6));
  // The copy knows what it must have: without its log it is refused.
  for (const auto& entry : fs::directory_iterator(folder.path("copy"))) {
    if (entry.path().extension() == ".log") fs::resize_file(entry.path(), 0);
  }
  auto cut = RocksStore::open(folder.path("copy"), {.mode = Mode::kReadOnly});
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().message().find("has lost changes"), std::string::npos);
}

TEST(FrozenStore, copied_again_and_again_beside_a_writer_has_all_acknowledged_rounds) {
  support::TempFolder folder;
  auto store = open(folder.path("s"), Mode::kCreateIfAbsent);
  std::atomic<int> acknowledged = 0;
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (int round = 1; !stop; ++round) {
      EXPECT_TRUE(store->write(batch_of(rows_of_round(round))).ok());
      acknowledged = round;
      if (round % 5 == 0) {
        EXPECT_TRUE(store->flush().ok());
      }
      if (round % 40 == 0) {
        EXPECT_TRUE(store->compact().ok());
      }
    }
  });
  while (acknowledged == 0) std::this_thread::yield();
  for (int i = 0; i < 60; ++i) {
    const int before = acknowledged;
    auto frozen = FrozenStore::open(folder.path("s"));
    ASSERT_TRUE(frozen) << frozen.error().message();
    const std::string to = folder.path("copy" + std::to_string(i));
    copy(**frozen, to);
    auto copied = open(to, Mode::kExisting);
    ASSERT_TRUE(copied);
    const Rows rows = *all_rows(*copied);
    const int round = std::stoi(rows.at("A"));
    EXPECT_GE(round, before);
    EXPECT_EQ(rows, rows_after(round));
    EXPECT_EQ(rows, *all_rows(*(*frozen)->snapshot()));
    copied = nullptr;
    fs::remove_all(to);
  }
  stop = true;
  writer.join();
}

TEST(FrozenStore, gives_a_table_the_same_id_as_long_as_it_has_the_same_bytes) {
  support::TempFolder folder;
  auto store = open(folder.path("s"), Mode::kCreateIfAbsent);
  ASSERT_TRUE(store->write(batch_of({{"p1", "one"}})).ok());
  ASSERT_TRUE(store->flush().ok());
  const auto tables = [&](const std::string& path) {
    std::map<std::string, uint64_t> out;
    auto frozen = FrozenStore::open(path);
    EXPECT_TRUE(frozen);
    for (const FrozenFile& file : (*frozen)->files()) {
      if (!file.table_id.empty()) out[file.table_id] = file.bytes;
      EXPECT_EQ(file.table_id.empty(), !file.name.ends_with(".sst")) << file.name;
    }
    return out;
  };
  const auto first = tables(folder.path("s"));
  EXPECT_EQ(first.size(), 1U);
  ASSERT_TRUE(store->write(batch_of({{"p2", "two"}, {"e2", "two"}})).ok());
  ASSERT_TRUE(store->flush().ok());
  const auto second = tables(folder.path("s"));
  EXPECT_EQ(second.size(), 3U);
  EXPECT_TRUE(second.contains(first.begin()->first));
  store = nullptr;
  fs::copy(folder.path("s"), folder.path("copy"));
  EXPECT_EQ(tables(folder.path("copy")), second);
  store = open(folder.path("copy"), Mode::kExisting);
  ASSERT_TRUE(store->compact().ok());
  for (const auto& [id, bytes] : tables(folder.path("copy"))) {
    EXPECT_FALSE(second.contains(id) && second.at(id) != bytes) << id;
  }
}

TEST(FrozenStore, says_what_is_wrong_with_a_folder) {
  support::TempFolder folder;
  EXPECT_EQ(FrozenStore::open(folder.path("absent")).error().code(), StatusCode::kNotFound);
  folder.write("other/file", "x");
  EXPECT_EQ(FrozenStore::open(folder.path("other")).error().code(), StatusCode::kInvalidArgument);
  {
    auto store = open(folder.path("s"), Mode::kCreateIfAbsent);
    ASSERT_TRUE(store->write(batch_of({{"p1", std::string(100, 'x')}})).ok());
  }
  for (const auto& entry : fs::directory_iterator(folder.path("s"))) {
    if (entry.path().extension() == ".sst") fs::remove(entry.path());
  }
  auto frozen = FrozenStore::open(folder.path("s"));
  ASSERT_FALSE(frozen);
  EXPECT_EQ(frozen.error().code(), StatusCode::kCorrupt);
  EXPECT_NE(frozen.error().message().find(".sst is missing"), std::string::npos)
      << frozen.error().message();
}

}  // namespace
}  // namespace doppel::store
