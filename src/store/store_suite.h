// The conformance tests of all stores. The test file of an implementation says how to make an empty
// store:
//
//   INSTANTIATE_TEST_SUITE_P(memory, StoreSuite, testing::Values([] { return ...; }));
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "store/store.h"

namespace doppel::store {

using MakeStore = std::function<std::unique_ptr<Store>()>;
using Listed = std::vector<std::pair<std::string, std::string>>;

inline Listed rows_from(const Snapshot& snapshot, std::string_view from,
                        std::string_view end = {}) {
  Listed out;
  auto cursor = snapshot.seek(from, end);
  for (; cursor->valid(); cursor->next()) out.emplace_back(cursor->key(), cursor->value());
  EXPECT_TRUE(cursor->status().ok());
  return out;
}

class StoreSuite : public testing::TestWithParam<MakeStore> {
 protected:
  void put(const Listed& rows) {
    Batch batch;
    for (const auto& [key, value] : rows) batch.put(key, value);
    ASSERT_TRUE(store_->write(batch).ok());
  }
  std::optional<std::string> get(std::string_view key) { return *store_->snapshot()->get(key); }

  std::unique_ptr<Store> store_ = GetParam()();
};

TEST_P(StoreSuite, an_empty_store_has_nothing) {
  EXPECT_EQ(get("a"), std::nullopt);
  EXPECT_TRUE(rows_from(*store_->snapshot(), "").empty());
}

TEST_P(StoreSuite, what_was_put_is_there_and_what_was_erased_is_not) {
  put({{"a", "1"}, {"b", ""}});
  Batch batch;
  batch.erase("a");
  batch.erase("never");
  ASSERT_TRUE(store_->write(batch).ok());
  EXPECT_EQ(get("a"), std::nullopt);
  EXPECT_EQ(get("b"), "");
}

TEST_P(StoreSuite, many_keys_are_looked_up_like_one) {
  put({{"a", "1"}, {"b", ""}, {"p", "2"}, {"q", "3"}});
  const std::vector<std::string_view> keys = {"q", "absent", "a", "b", "a", "p"};
  const std::vector<std::optional<std::string>> expected = {"3", std::nullopt, "1", "", "1", "2"};
  EXPECT_EQ(*store_->snapshot()->get_many(keys), expected);
  EXPECT_TRUE(store_->snapshot()->get_many({})->empty());
}

TEST_P(StoreSuite, the_last_change_to_a_key_counts) {
  Batch batch;
  batch.put("a", "1");
  batch.erase("a");
  batch.erase("b");
  batch.put("b", "2");
  ASSERT_TRUE(store_->write(batch).ok());
  EXPECT_EQ(get("a"), std::nullopt);
  EXPECT_EQ(get("b"), "2");
}

TEST_P(StoreSuite, keys_are_ordered_as_unsigned_bytes_and_prefixes_come_first) {
  const std::string zero("a\0", 2);
  put({{"b", "4"}, {"\xff", "6"}, {zero, "2"}, {"\x80", "5"}, {"a", "1"}, {"aa", "3"}});
  Listed expected = {{"a", "1"}, {zero, "2"},   {"aa", "3"},
                     {"b", "4"}, {"\x80", "5"}, {"\xff", "6"}};
  EXPECT_EQ(rows_from(*store_->snapshot(), ""), expected);
}

TEST_P(StoreSuite, seek_stops_at_the_first_key_that_is_not_before) {
  put({{"a", "1"}, {"c", "3"}});
  EXPECT_EQ(rows_from(*store_->snapshot(), "a").size(), 2U);
  EXPECT_EQ(rows_from(*store_->snapshot(), "b"), (Listed{{"c", "3"}}));
  EXPECT_TRUE(rows_from(*store_->snapshot(), "d").empty());
}

TEST_P(StoreSuite, a_scan_ends_before_its_end) {
  const std::string last("a\xff\xff", 3);
  put({{"a", "1"}, {"ab", "2"}, {last, "3"}, {"b", "4"}, {"\xff\xff", "5"}});
  EXPECT_EQ(rows_from(*store_->snapshot(), "a", "ab"), (Listed{{"a", "1"}}));
  EXPECT_EQ(rows_from(*store_->snapshot(), "a", prefix_end("a")),
            (Listed{{"a", "1"}, {"ab", "2"}, {last, "3"}}));
  EXPECT_EQ(rows_from(*store_->snapshot(), last, prefix_end(last)), (Listed{{last, "3"}}));
  EXPECT_EQ(rows_from(*store_->snapshot(), "\xff", prefix_end("\xff")).size(), 1U);
  EXPECT_TRUE(rows_from(*store_->snapshot(), "b", "a").empty());
}

// A store may keep keys apart by their first bytes, and must not let it show.
TEST_P(StoreSuite, keys_of_all_first_bytes_are_in_one_order) {
  std::map<std::string, std::string> twin;
  for (int first = 0; first < 256; ++first) {
    const std::string letter(1, static_cast<char>(first));
    for (const std::string& key : {letter, letter + "1", letter + "\xff"}) twin[key] = key + key;
  }
  twin[""] = "empty";
  put({twin.begin(), twin.end()});
  EXPECT_EQ(rows_from(*store_->snapshot(), ""), Listed(twin.begin(), twin.end()));
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    auto key = [&] { return std::string(1 + random() % 2, static_cast<char>(random())); };
    const std::string from = key(), end = key();
    Listed expected(twin.lower_bound(from), from < end ? twin.lower_bound(end) : twin.end());
    if (from >= end) expected.clear();
    EXPECT_EQ(rows_from(*store_->snapshot(), from, end), expected);
  }
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : twin) keys.push_back(key);
  std::shuffle(keys.begin(), keys.end(), random);
  auto values = store_->snapshot()->get_many(keys);
  ASSERT_TRUE(values);
  for (size_t i = 0; i < keys.size(); ++i)
    EXPECT_EQ((*values)[i], twin.find(std::string(keys[i]))->second);
}

TEST_P(StoreSuite, a_snapshot_does_not_move) {
  put({{"a", "1"}, {"b", "2"}});
  auto before = store_->snapshot();
  auto cursor = before->seek("a", {});
  Batch batch;
  batch.put("a", "new");
  batch.put("aa", "between");
  batch.erase("b");
  ASSERT_TRUE(store_->write(batch).ok());
  EXPECT_EQ(*before->get("a"), "1");
  EXPECT_EQ(*before->get("b"), "2");
  cursor->next();
  ASSERT_TRUE(cursor->valid());
  EXPECT_EQ(cursor->key(), "b");
  EXPECT_EQ(rows_from(*before, ""), (Listed{{"a", "1"}, {"b", "2"}}));
  EXPECT_EQ(rows_from(*store_->snapshot(), ""), (Listed{{"a", "new"}, {"aa", "between"}}));
}

TEST_P(StoreSuite, values_may_be_long_and_hold_any_byte) {
  std::string value(100'000, '\0');
  for (size_t i = 0; i < value.size(); ++i) value[i] = static_cast<char>(i * 31);
  put({{value.substr(0, 300), value}});
  EXPECT_EQ(get(value.substr(0, 300)), value);
}

TEST_P(StoreSuite, agrees_with_a_map_through_random_batches) {
  std::mt19937 random(6);
  std::map<std::string, std::string> twin;
  for (int round = 0; round < 300; ++round) {
    const uint32_t most = round % 10 == 0 ? 600 : 8;  // large batches, then small ones among them
    const bool shrinks = round / 50 % 2 == 1;
    Batch batch;
    for (uint32_t i = random() % most; i > 0; --i) {
      std::string key = std::to_string(random() % 2000), value = std::to_string(random());
      if (random() % 3 < (shrinks ? 2 : 1)) {
        batch.erase(key);
        twin.erase(key);
      } else {
        batch.put(key, value);
        twin[key] = value;
      }
    }
    ASSERT_TRUE(store_->write(batch).ok());
    std::string from = std::to_string(random() % 2000);
    ASSERT_EQ(rows_from(*store_->snapshot(), from), Listed(twin.lower_bound(from), twin.end()));
    auto found = twin.find(from);
    ASSERT_EQ(get(from), found == twin.end() ? std::nullopt : std::optional(found->second));
  }
}

TEST_P(StoreSuite, readers_see_whole_batches_while_one_thread_writes) {
  constexpr int kRounds = 200, kReaders = 3;
  auto write_round = [&](int round) {
    Batch batch;
    for (int i = 0; i < 300; ++i) {
      std::string key = std::to_string(i);
      if ((i + round) % 3 == 0) {
        batch.erase(std::move(key));
      } else {
        batch.put(std::move(key), std::to_string(round));
      }
    }
    return store_->write(batch).ok();
  };
  ASSERT_TRUE(write_round(0));
  std::atomic<bool> done = false, torn = false;
  auto read = [&] {
    while (!done) {
      Listed rows = rows_from(*store_->snapshot(), "");
      auto other = [&](const auto& row) { return row.second != rows[0].second; };
      if (rows.size() != 200 || std::any_of(rows.begin(), rows.end(), other)) torn = true;
    }
  };
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i) readers.emplace_back(read);
  bool written = true;
  for (int round = 1; round <= kRounds; ++round) written = write_round(round) && written;
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_TRUE(written);
  EXPECT_FALSE(torn);
}

}  // namespace doppel::store
