// A random history of a few pages: rounds of updates of every kind, and what a store that was never
// interrupted is after each of them.
//
// Each round has an input row with its number, as an ingest has, so a store knows which round was
// its last.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "living_store/living_store.h"
#include "store/memory_store.h"
#include "store_queries/store_check.h"
#include "support/random_texts.h"

namespace doppel::crash {

using living_store::LivingStore;

class RandomRounds {
 public:
  RandomRounds(uint32_t seed, size_t rounds) : random_(seed) {
    texts_ = support::random_texts(40, seed);
    for (size_t i = 0; i < kPages; ++i) {
      urls_.push_back("http://site" + std::to_string(i % 7) + ".org/" + std::to_string(i));
    }
    for (size_t i = 0; i < rounds; ++i) rounds_.push_back(random_round(i + 1));
    remember_digests();
  }

  size_t size() const { return rounds_.size(); }

  // REQUIRES: `number` rounds were submitted before.
  Result<RoundReport> submit(LivingStore& store, size_t number) const {
    const living_store::InputRow position{kInput, std::to_string(number + 1)};
    return store.submit(rounds_[number], {&position, 1});
  }
  // How many rounds the store has.
  static size_t position(const LivingStore& store) {
    auto row = store.input_row(kInput);
    EXPECT_TRUE(row) << row.error().message();
    return row && !row->empty() ? std::stoul(*row) : 0;
  }
  // The store is whole, and as it must be after that many rounds.
  void expect_whole(const LivingStore& store, size_t rounds) const {
    auto checked = store_queries::check_store(store, {});
    ASSERT_TRUE(checked) << checked.error().message();
    EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
    EXPECT_EQ(checked->digest, digests_[rounds]) << "after " << rounds << " rounds";
  }
  std::string_view url(size_t page) const { return urls_[page]; }

 private:
  static constexpr size_t kPages = 30;
  static constexpr const char* kInput = "history";
  using Kind = PageUpdate::Kind;

  std::vector<PageUpdate> random_round(uint64_t version) {
    std::vector<PageUpdate> out;
    for (size_t count = 1 + random_() % 12; count > 0; --count) {
      PageUpdate update{.url = urls_[random_() % kPages], .version = version};
      update.time_ms = static_cast<int64_t>(version) * 1000;
      switch (random_() % 12) {
        case 0: update.kind = Kind::kRedirect; break;
        case 1: update.kind = Kind::kDead; break;
        case 2: update.kind = Kind::kDelete; break;
        case 3: update.kind = Kind::kTouch; break;
        case 4: update.kind = Kind::kFlag; break;
        default: update.text = texts_[random_() % texts_.size()];
      }
      if (update.kind == Kind::kRedirect) update.target = urls_[random_() % kPages];
      if (update.kind == Kind::kFlag) update.flag = "spam";
      out.push_back(std::move(update));
    }
    return out;
  }

  void remember_digests() {
    auto store = LivingStore::open(std::make_unique<store::MemoryStore>(), {});
    ASSERT_TRUE(store);
    for (size_t i = 0;; ++i) {
      digests_.push_back(store_queries::check_store(**store, {})->digest);
      if (i == rounds_.size()) break;
      ASSERT_TRUE(submit(**store, i));
    }
  }

  std::mt19937 random_;
  std::vector<std::string> texts_, urls_;
  std::vector<std::vector<PageUpdate>> rounds_;
  std::vector<std::string> digests_;  // after 0, 1, 2 ... rounds
};

}  // namespace doppel::crash
