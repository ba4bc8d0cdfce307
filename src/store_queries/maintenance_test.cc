// Backups, compaction and upgrades of whole stores of pages.
#include "doppel/maintenance.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "doppel/store.h"
#include "living_store/settings.h"
#include "store/rocks_store.h"
#include "support/random_texts.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

namespace fs = std::filesystem;

// Random rounds over a few pages, texts and redirects.
class History {
 public:
  explicit History(uint32_t seed) : random_(seed), texts_(support::random_texts(30, seed)) {
    for (int i = 0; i < 40; ++i) {
      urls_.push_back("http://site" + std::to_string(i % 5) + ".org/" + std::to_string(i));
    }
  }

  void submit_to(Store& store) {
    std::vector<PageUpdate> updates;
    ++version_;
    for (size_t count = 1 + pick(12); count > 0; --count) {
      PageUpdate update{.url = urls_[pick(urls_.size())], .version = version_, .time_ms = 1000};
      const size_t kind = pick(8);
      if (kind == 0) {
        update.kind = PageUpdate::Kind::kRedirect;
        update.target = urls_[pick(urls_.size())];
      } else if (kind == 1) {
        update.kind = PageUpdate::Kind::kDead;
      } else {
        update.text = texts_[pick(texts_.size())];
      }
      updates.push_back(update);
    }
    auto round = store.submit(updates);
    ASSERT_TRUE(round) << round.error().message();
  }

 private:
  size_t pick(size_t count) { return random_() % count; }

  std::mt19937 random_;
  std::vector<std::string> texts_;
  std::vector<std::string> urls_;
  uint64_t version_ = 0;
};

Store open(const std::string& folder) {
  auto store = Store::open(folder);
  EXPECT_TRUE(store) << store.error().message();
  return *std::move(store);
}

std::string checked_digest(const Store& store) {
  auto checked = store.check();
  EXPECT_TRUE(checked) << checked.error().message();
  if (!checked) return "";
  EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
  return checked->digest;
}

BackupInfo backed_up(const std::string& store, const std::string& dir) {
  auto backup = backup_store(store, dir, {.time_ms = 5});
  EXPECT_TRUE(backup) << backup.error().message();
  return backup ? backup->backup : BackupInfo();
}

TEST(Maintenance, every_backup_of_a_random_history_becomes_the_store_that_it_was) {
  support::TempFolder folder;
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    const std::string at = folder.path(std::to_string(seed));
    History history(seed);
    struct State {
      uint64_t round;
      std::string digest;
    };
    std::vector<State> states;
    std::optional<Store> store = open(at + "/store");
    for (int i = 0; i < 24; ++i) {
      history.submit_to(*store);
      if (i % 4 != 3) continue;
      if (i % 8 == 3) {
        store.reset();
        store = open(at + "/store");
      }
      states.push_back({store->round(), checked_digest(*store)});
      EXPECT_EQ(backed_up(at + "/store", at + "/backups").round, store->round());
    }
    for (size_t i = 0; i < states.size(); ++i) {
      const std::string to = at + "/restored" + std::to_string(i);
      auto restored = restore_store(at + "/backups", to, i + 1);
      ASSERT_TRUE(restored) << restored.error().message();
      Store copy = open(to);
      EXPECT_EQ(copy.round(), states[i].round);
      EXPECT_EQ(checked_digest(copy), states[i].digest);
      history.submit_to(copy);  // it goes on
      (void)checked_digest(copy);
    }
  }
}

TEST(Maintenance, a_store_is_backed_up_while_it_is_written_by_this_process) {
  support::TempFolder folder;
  const std::string path = folder.path("store"), dir = folder.path("backups");
  std::optional<Store> store = open(path);
  History history(9);
  history.submit_to(*store);
  std::atomic<bool> stop = false;
  std::atomic<uint64_t> acknowledged = store->round();
  std::thread writer([&] {
    while (!stop) {
      history.submit_to(*store);
      acknowledged = store->round();
    }
  });
  std::vector<BackupInfo> backups;
  for (int i = 0; i < 15; ++i) {
    const uint64_t before = acknowledged;
    backups.push_back(backed_up(path, dir));
    EXPECT_GE(backups.back().round, before);
  }
  stop = true;
  writer.join();
  for (const BackupInfo& backup : backups) {
    const std::string to = folder.path("restored" + std::to_string(backup.number));
    ASSERT_TRUE(restore_store(dir, to, backup.number));
    Store copy = open(to);
    EXPECT_EQ(copy.round(), backup.round);
    EXPECT_LE(copy.round(), store->round());
    (void)checked_digest(copy);
  }
}

TEST(Maintenance, backups_and_their_store_must_not_be_in_one_another) {
  support::TempFolder folder;
  const std::string path = folder.path("store");
  { Store store = open(path); }
  fs::create_directory_symlink(path, folder.path("link"));
  for (const std::string& dir : {path, path + "/", path + "/backups", path + "/../store/x",
                                 folder.path("link"), folder.path("link/backups"), folder.path()}) {
    auto refused = backup_store(path, dir, {});
    ASSERT_FALSE(refused) << dir;
    EXPECT_EQ(refused.error().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(refused.error().message().find("must not be in one another"), std::string::npos);
  }
  (void)backed_up(path, folder.path("store.backups"));  // beside it is fine
  auto inside = restore_store(folder.path("store.backups"), folder.path("store.backups/s"));
  EXPECT_EQ(inside.error().code(), StatusCode::kInvalidArgument);
}

TEST(Maintenance, says_which_backup_does_not_exist) {
  support::TempFolder folder;
  { Store store = open(folder.path("store")); }
  auto absent = backup_store(folder.path("absent"), folder.path("b"), {});
  EXPECT_EQ(absent.error().code(), StatusCode::kNotFound);
  EXPECT_FALSE(fs::exists(folder.path("b")));
  {  // a store whose creation was interrupted before its first row
    auto rows = store::RocksStore::open(folder.path("new"),
                                        {.mode = store::RocksOptions::Mode::kCreateIfAbsent});
    ASSERT_TRUE(rows);
  }
  EXPECT_EQ(backup_store(folder.path("new"), folder.path("b"), {}).error().code(),
            StatusCode::kNotFound);
  (void)backed_up(folder.path("store"), folder.path("b"));
  auto missing = restore_store(folder.path("b"), folder.path("to"), 7);
  EXPECT_EQ(missing.error().code(), StatusCode::kNotFound);
  EXPECT_NE(missing.error().message().find("no backup 7"), std::string::npos);
  folder.write("b/backup-2", "nonsense");
  auto damaged = restore_store(folder.path("b"), folder.path("to"));
  EXPECT_EQ(damaged.error().code(), StatusCode::kCorrupt);
  EXPECT_NE(damaged.error().message().find("backup 2"), std::string::npos);
  EXPECT_EQ(list_backups(folder.path("b"))->damaged, std::vector<uint64_t>{2});
  EXPECT_TRUE(restore_store(folder.path("b"), folder.path("to"), 1));
}

TEST(Maintenance, a_compaction_frees_the_space_of_pages_that_are_gone_and_changes_no_answer) {
  support::TempFolder folder;
  const std::string path = folder.path("store");
  std::string digest;
  {
    Store store = open(path);
    std::vector<std::string> urls, texts;
    for (int i = 0; i < 300; ++i) {
      urls.push_back("http://a.org/" + std::to_string(i));
      texts.push_back("page number " + std::to_string(i * 7919) + " has words of its own like " +
                      std::to_string(i * 104729));
    }
    std::vector<PageUpdate> updates;
    for (int i = 0; i < 300; ++i) updates.push_back({.url = urls[i], .text = texts[i]});
    ASSERT_TRUE(store.submit(updates));
    for (PageUpdate& update : updates)
      update = {.kind = PageUpdate::Kind::kDelete, .url = update.url, .version = 2};
    updates.pop_back();
    ASSERT_TRUE(store.submit(updates));
    digest = checked_digest(store);
    EXPECT_EQ(compact_store(path).error().code(), StatusCode::kUnavailable);
    EXPECT_EQ(upgrade_store(path).error().code(), StatusCode::kUnavailable);
  }
  auto compacted = compact_store(path);
  ASSERT_TRUE(compacted) << compacted.error().message();
  EXPECT_LT(compacted->bytes_after, compacted->bytes_before);
  EXPECT_EQ(compact_store(path)->bytes_before, compacted->bytes_after);
  EXPECT_EQ(checked_digest(open(path)), digest);
  EXPECT_EQ(compact_store(folder.path("absent")).error().code(), StatusCode::kNotFound);
}

// Exchanges the row of settings of a closed store.
void set_settings(const std::string& folder, const std::string& row) {
  auto rocks = store::RocksStore::open(folder, {});
  ASSERT_TRUE(rocks);
  store::Batch batch;
  batch.put(std::string(living_store::kSettingsKey), row);
  ASSERT_TRUE((*rocks)->write(batch).ok());
}

std::string settings_of(const std::string& folder) {
  auto rocks = store::RocksStore::open(folder, {.mode = store::RocksOptions::Mode::kReadOnly});
  EXPECT_TRUE(rocks);
  return rocks ? (*rocks)->snapshot()->get(living_store::kSettingsKey)->value_or("") : "";
}

TEST(Maintenance, an_upgrade_rewrites_settings_of_another_form_and_nothing_else) {
  support::TempFolder folder;
  const std::string path = folder.path("store");
  History history(3);
  std::string digest;
  {
    Store store = open(path);
    history.submit_to(store);
    digest = checked_digest(store);
  }
  EXPECT_FALSE(upgrade_store(path)->upgraded);
  const std::string present = settings_of(path);
  // The same settings with a line more, which a decoder passes over, and others in another order.
  std::string other = present;
  const size_t first = other.find('\n') + 1, second = other.find('\n', first) + 1;
  const std::string line = other.substr(first, second - first);
  other.erase(first, second - first);
  other.insert(other.find("markets"), line + "retired 1\n");
  set_settings(path, other);
  auto upgraded = upgrade_store(path);
  ASSERT_TRUE(upgraded) << upgraded.error().message();
  EXPECT_TRUE(upgraded->upgraded);
  EXPECT_EQ(upgraded->format, 1U);
  EXPECT_EQ(settings_of(path), present);
  EXPECT_FALSE(upgrade_store(path)->upgraded);
  EXPECT_EQ(checked_digest(open(path)), digest);
}

TEST(Maintenance, a_store_of_a_newer_version_is_refused_and_left_alone) {
  support::TempFolder folder;
  const std::string path = folder.path("store");
  { Store store = open(path); }
  std::string newer = settings_of(path);
  newer.replace(0, newer.find('\n'), "doppel settings 3");
  set_settings(path, newer);
  auto refused = upgrade_store(path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), StatusCode::kInvalidArgument);
  EXPECT_NE(refused.error().message().find("settings of the store have version 3"),
            std::string::npos);
  EXPECT_NE(Store::open(path).error().message().find("use a newer version"), std::string::npos);
  EXPECT_EQ(settings_of(path), newer);
  std::ofstream(path + "/FORMAT") << "doppel store 2\n";
  EXPECT_NE(upgrade_store(path).error().message().find("use a newer version of doppel"),
            std::string::npos);
  EXPECT_EQ(support::read_whole(path + "/FORMAT"), "doppel store 2\n");
}

}  // namespace
}  // namespace doppel
