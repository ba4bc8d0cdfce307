// The power is cut at random moments of the life of a store, and what was not synced is gone. Every
// acknowledged round must be there, the one that was being written as a whole or not at all, and
// the store goes on to what an uninterrupted one is.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "crash/random_rounds.h"
#include "crash/store_on_faulty_disk.h"

namespace doppel::crash {
namespace {

using Work = support::FaultyDisk::Work;

constexpr int kCuts = 100;
constexpr size_t kRounds = 24;

class PoweredStore {
 public:
  explicit PoweredStore(uint32_t seed) : random_(seed), rounds_(seed, kRounds), machine_(seed) {
    if (seed % 2 == 1) options_.keep_events = 20;
  }

  bool is_complete() const { return acknowledged_ == kRounds; }

  // Goes on until the power is cut or all rounds are there, then looks at what survived.
  void live(std::map<Work, int>& interrupted) {
    machine_.disk().cut_power_after(random_() % 400);
    submit_until_cut();
    machine_.close();
    ++interrupted[machine_.disk().interrupted()];
    machine_.disk().restart();
    look();
    machine_.close();
    machine_.disk().restart();
  }

  void finish() {
    ASSERT_TRUE(machine_.open(options_).ok());
    for (size_t i = acknowledged_; i < kRounds; ++i) {
      ASSERT_TRUE(rounds_.submit(machine_.store(), i));
    }
    rounds_.expect_whole(machine_.store(), kRounds);
  }

 private:
  void submit_until_cut() {
    if (!machine_.open(options_).ok()) {
      EXPECT_TRUE(machine_.disk().power_is_off());
      return;
    }
    for (size_t i = acknowledged_; i < kRounds; ++i) {
      if (auto done = rounds_.submit(machine_.store(), i); !done) {
        EXPECT_EQ(done.error().code(), StatusCode::kIo) << done.error().message();
        EXPECT_TRUE(machine_.disk().power_is_off());
        EXPECT_FALSE(rounds_.submit(machine_.store(), i));  // nothing more until it is reopened
        return;
      }
      acknowledged_ = i + 1;
      if (random_() % 2 == 0 && !machine_.files().flush().ok()) return;
    }
  }

  void look() {
    Status opened = machine_.open(options_);
    ASSERT_TRUE(opened.ok()) << opened.message();
    const size_t there = RandomRounds::position(machine_.store());
    ASSERT_GE(there, acknowledged_) << "an acknowledged round is lost";
    ASSERT_LE(there, acknowledged_ + 1);
    ASSERT_TRUE(machine_.files().verify().ok());
    rounds_.expect_whole(machine_.store(), there);
    acknowledged_ = there;
  }

  std::mt19937 random_;
  RandomRounds rounds_;
  StoreOnFaultyDisk machine_;
  StoreOptions options_;
  size_t acknowledged_ = 0;
};

TEST(PowerCut, leaves_every_acknowledged_round_and_a_store_that_goes_on) {
  std::map<Work, int> interrupted;
  int cuts = 0;
  for (uint32_t seed = 0; cuts < kCuts; ++seed) {
    PoweredStore store(seed);
    for (; cuts < kCuts && !store.is_complete(); ++cuts) {
      store.live(interrupted);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", cut " << cuts;
    }
    store.finish();
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
  const std::pair<Work, const char*> works[] = {{Work::kNone, "after closing"},
                                                {Work::kLog, "log"},
                                                {Work::kFlush, "flush"},
                                                {Work::kCompaction, "compaction"},
                                                {Work::kOther, "other files"}};
  for (const auto& [work, name] : works) {
    std::printf("%-16s %d\n", name, interrupted[work]);
  }
  // Compactions are short, and threads decide when; rocks_power_cut_test.cc meets more of them.
  for (Work work : {Work::kLog, Work::kFlush, Work::kOther}) EXPECT_GT(interrupted[work], 0);
}

}  // namespace
}  // namespace doppel::crash
