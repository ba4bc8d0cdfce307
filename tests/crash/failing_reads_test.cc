// A disk on which one read fails: whatever is being read, the round fails with that error, the
// store is as it was, and the same round succeeds when the disk works again.
#include <gtest/gtest.h>

#include <optional>

#include "crash/random_rounds.h"
#include "store_queries/queries.h"

namespace doppel::crash {
namespace {

constexpr const char* kBroken = "this read failed";

// When reads fail. Shared by a store and its snapshots.
struct Reads {
  std::optional<uint64_t> fail_after;  // so many reads; nullopt: none fails
  bool failed = false;

  bool fails() {
    if (!fail_after) return false;
    if (*fail_after > 0) {
      --*fail_after;
      return false;
    }
    fail_after.reset();  // once only
    failed = true;
    return true;
  }
};

class BrokenCursor : public store::Cursor {
 public:
  bool valid() const override { return false; }
  std::string_view key() const override { return {}; }
  std::string_view value() const override { return {}; }
  void next() override {}
  Status status() const override { return io_error(kBroken); }
};

class FailingSnapshot : public store::Snapshot {
 public:
  FailingSnapshot(std::shared_ptr<const store::Snapshot> base, std::shared_ptr<Reads> reads)
      : base_(std::move(base)), reads_(std::move(reads)) {}
  Result<std::optional<std::string>> get(std::string_view key) const override {
    if (reads_->fails()) return io_error(kBroken);
    return base_->get(key);
  }
  std::unique_ptr<store::Cursor> seek(std::string_view from, std::string_view end) const override {
    if (reads_->fails()) return std::make_unique<BrokenCursor>();
    return base_->seek(from, end);
  }

 private:
  std::shared_ptr<const store::Snapshot> base_;
  std::shared_ptr<Reads> reads_;
};

class FailingStore : public store::MemoryStore {
 public:
  explicit FailingStore(std::shared_ptr<Reads> reads) : reads_(std::move(reads)) {}
  std::shared_ptr<const store::Snapshot> snapshot() const override {
    return std::make_shared<FailingSnapshot>(MemoryStore::snapshot(), reads_);
  }

 private:
  std::shared_ptr<Reads> reads_;
};

TEST(FailingReads, fail_the_round_and_leave_the_store_as_it_was) {
  uint64_t failures = 0;
  for (uint32_t seed = 0; seed < 6; ++seed) {
    constexpr size_t kRounds = 12;
    const RandomRounds rounds(seed, kRounds);
    auto reads = std::make_shared<Reads>();
    auto store = LivingStore::open(std::make_unique<FailingStore>(reads),
                                   {.keep_events = seed % 2 == 0 ? 0U : 10U});
    ASSERT_TRUE(store);
    for (size_t round = 0; round < kRounds; ++round) {
      for (uint64_t read = 0;; ++read) {
        *reads = {.fail_after = read};
        auto done = rounds.submit(**store, round);
        if (!reads->failed) {
          *reads = {};
          ASSERT_TRUE(done) << done.error().message();
          break;
        }
        ++failures;
        ASSERT_FALSE(done) << "seed " << seed << ", round " << round << ", read " << read;
        ASSERT_EQ(done.error().message(), kBroken) << "round " << round << ", read " << read;
      }
      rounds.expect_whole(**store, round + 1);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", round " << round;
    }
  }
  std::printf("%llu reads failed\n", static_cast<unsigned long long>(failures));
  EXPECT_GT(failures, 1000U);
}

TEST(FailingReads, never_give_a_wrong_status) {
  constexpr size_t kRounds = 12;
  const RandomRounds rounds(1, kRounds);
  auto reads = std::make_shared<Reads>();
  auto store = LivingStore::open(std::make_unique<FailingStore>(reads), {});
  ASSERT_TRUE(store);
  for (size_t round = 0; round < kRounds; ++round) ASSERT_TRUE(rounds.submit(**store, round));
  for (size_t page = 0; page < 30; ++page) {
    for (bool verify : {false, true}) {
      const StatusQuery query{.verify = verify};
      for (uint64_t read = 0;; ++read) {
        *reads = {.fail_after = read};
        auto answer = store_queries::page_status(**store, rounds.url(page), query);
        const bool failed = reads->failed;
        *reads = {};
        if (!failed) break;
        ASSERT_FALSE(answer) << "page " << page << ", read " << read;
        ASSERT_EQ(answer.error().message(), kBroken);
      }
    }
  }
}

TEST(FailingReads, never_open_a_store_half) {
  constexpr size_t kRounds = 6;
  const RandomRounds rounds(2, kRounds);
  std::string bytes;
  {
    auto rows = std::make_unique<store::MemoryStore>();
    const store::MemoryStore* raw = rows.get();
    auto store = LivingStore::open(std::move(rows), {});
    ASSERT_TRUE(store);
    for (size_t round = 0; round < kRounds; ++round) ASSERT_TRUE(rounds.submit(**store, round));
    bytes = raw->serialise();
  }
  for (uint64_t read = 0;; ++read) {
    auto reads = std::make_shared<Reads>();
    auto rows = std::make_unique<FailingStore>(reads);
    auto loaded = store::MemoryStore::load(bytes);
    store::Batch all;
    auto snapshot = (*loaded)->snapshot();
    for (auto at = snapshot->seek("", ""); at->valid(); at->next()) {
      all.put(std::string(at->key()), std::string(at->value()));
    }
    ASSERT_TRUE(rows->write(all).ok());
    *reads = {.fail_after = read};
    auto store = LivingStore::open(std::move(rows), {});
    if (!reads->failed) break;
    ASSERT_FALSE(store) << "read " << read;
    ASSERT_EQ(store.error().message(), kBroken);
  }
}

}  // namespace
}  // namespace doppel::crash
