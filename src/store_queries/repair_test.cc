// Reports of failed verifications and repairs.
#include "store_queries/repair.h"

#include <gtest/gtest.h>

#include <random>

#include "store/memory_store.h"
#include "store_queries/queries.h"
#include "store_queries/store_check.h"
#include "store_queries/store_digest.h"
#include "store_queries/store_stats.h"
#include "store_queries/stored_pairs.h"
#include "support/random_texts.h"

namespace doppel::store_queries {
namespace {

using group_state::CoverRow, group_state::Key;
using living_store::LivingStore;

// Rows that outlive a store.
class Rows : public store::Store {
 public:
  explicit Rows(std::shared_ptr<store::MemoryStore> memory) : memory_(std::move(memory)) {}
  std::shared_ptr<const store::Snapshot> snapshot() const override { return memory_->snapshot(); }
  Status write(const store::Batch& batch) override { return memory_->write(batch); }

 private:
  std::shared_ptr<store::MemoryStore> memory_;
};

std::unique_ptr<LivingStore> open(const std::shared_ptr<store::MemoryStore>& rows,
                                  StoreMode mode = StoreMode::kSound) {
  auto out = LivingStore::open(std::make_unique<Rows>(rows),
                               {.markets = "market uk prefer-domain .uk\n", .mode = mode});
  EXPECT_TRUE(out) << out.error().message();
  return out ? *std::move(out) : nullptr;
}

// Pages that come, change and die.
class History {
 public:
  explicit History(uint32_t seed) : random_(seed), texts_(support::random_texts(24, seed)) {
    for (size_t i = 0; i < kPages; ++i) {
      urls_.push_back((i % 2 == 0 ? "http://a.org/" : "http://b.co.uk/") + std::to_string(i));
    }
  }
  const std::vector<std::string>& urls() const { return urls_; }

  std::vector<PageUpdate> round() {
    std::vector<PageUpdate> out;
    ++version_;
    for (size_t count = 1 + random_() % 16; count > 0; --count) {
      PageUpdate update{.url = urls_[random_() % kPages], .version = version_, .time_ms = 1000};
      if (random_() % 12 == 0) {
        update.kind = PageUpdate::Kind::kDead;
      } else {
        update.text = texts_[random_() % texts_.size()];
      }
      out.push_back(update);
    }
    return out;
  }

 private:
  static constexpr size_t kPages = 40;
  std::mt19937 random_;
  std::vector<std::string> texts_, urls_;
  uint64_t version_ = 0;
};

// Pages that begin alike and drift apart, word by word: each change is small, all of them are not.
class Drift {
 public:
  explicit Drift(uint32_t seed) : random_(seed) {
    for (int i = 0; i < 60; ++i) words_[0].push_back(static_cast<int>(random_() % 5000));
    for (size_t page = 0; page < kPages; ++page) {
      urls_.push_back("http://a.org/" + std::to_string(page));
      words_[page] = words_[0];
      edit(page);
    }
  }
  const std::vector<std::string>& urls() const { return urls_; }

  Result<RoundReport> submit(LivingStore& store) {
    ++version_;
    std::vector<std::string> texts;
    std::vector<PageUpdate> updates;
    for (size_t page = 0; page < kPages; ++page) {
      if (version_ > 1 && random_() % 3 != 0) continue;
      if (version_ > 1) edit(page);
      texts.emplace_back();
      for (int word : words_[page]) texts.back() += "w" + std::to_string(word) + " ";
      updates.push_back({.url = urls_[page], .version = version_, .time_ms = 1000});
    }
    for (size_t i = 0; i < updates.size(); ++i) updates[i].text = texts[i];
    return store.submit(updates);
  }

 private:
  static constexpr size_t kPages = 8;
  void edit(size_t page) { words_[page][random_() % 60] = static_cast<int>(random_() % 5000); }

  std::mt19937 random_;
  std::vector<int> words_[kPages];
  std::vector<std::string> urls_;
  uint64_t version_ = 0;
};

std::string digest(const LivingStore& store) {
  return hexadecimal(*store_digest(store.view(), store, 0)) +
         hexadecimal(*store_digest(store.view(), store, 1));
}

void expect_whole(const LivingStore& store) {
  auto checked = check_store(store, {});
  ASSERT_TRUE(checked) << checked.error().message();
  EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
}

group_state::GroupNumber group_of(const store::MemoryStore& rows, StoredTextId text) {
  auto row = rows.snapshot()->get(Key('t').text(text).bytes());
  return row && *row ? group_state::TextRow::decode(**row)->group : 0;
}

// Makes the removal of some texts name a text of another group. Returns how many.
size_t tamper(store::MemoryStore& rows) {
  std::vector<std::pair<std::string, CoverRow>> covers;
  auto at = rows.snapshot()->seek("c", "d");
  for (; at->valid(); at->next()) {
    covers.emplace_back(std::string(at->key()), *CoverRow::decode(at->value()));
  }
  store::Batch batch;
  size_t out = 0;
  for (const auto& [key, row] : covers) {
    const CoverRow& other = covers[(out * 7 + 3) % covers.size()].second;
    const StoredTextId text{group_state::number_at_end(key, 8)};
    if (group_of(rows, other.kept) == group_of(rows, text)) continue;
    const group::MarketNumber market = group_state::market_in(key);
    batch.erase(Key('d').market(market).text(row.kept).text(text));
    batch.put(Key('d').market(market).text(other.kept).text(text), "");
    batch.put(key, CoverRow{other.kept, row.similarity, row.view}.encode());
    if (++out == 3) break;
  }
  EXPECT_TRUE(rows.write(batch).ok());
  return out;
}

TEST(Repair, leaves_a_sound_store_as_it_is) {
  auto store = open(std::make_shared<store::MemoryStore>());
  History history(1);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(store->submit(history.round()));
  const std::string before = digest(*store);
  auto done = repair_groups(*store, {});
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_GT(done->certificates, 0U);
  EXPECT_EQ(done->failed, 0U);
  EXPECT_EQ(done->repaired, 0U);
  EXPECT_EQ(done->events, 0U);
  EXPECT_EQ(digest(*store), before);
}

TEST(Repair, of_certificates_that_do_not_hold_gives_what_the_pages_say) {
  size_t tampered = 0;
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    auto rows = std::make_shared<store::MemoryStore>();
    std::string before;
    {
      auto store = open(rows);
      History history(seed);
      for (int i = 0; i < 6; ++i) ASSERT_TRUE(store->submit(history.round()));
      before = digest(*store);
    }
    tampered += tamper(*rows);
    auto store = open(rows);
    auto done = repair_groups(*store, {});
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(digest(*store), before) << "seed " << seed;
    auto again = repair_groups(*store, {});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->failed, 0U);
    EXPECT_EQ(again->round, done->round);
    expect_whole(*store);
  }
  EXPECT_GT(tampered, 30U);
}

TEST(Repair, of_mode_paper_leaves_no_certificate_that_does_not_hold_and_is_deterministic) {
  uint64_t failed = 0;
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    std::string digests[2];
    for (std::string& out : digests) {
      auto store = open(std::make_shared<store::MemoryStore>(), StoreMode::kPaper);
      Drift drift(seed);
      for (int i = 0; i < 10; ++i) ASSERT_TRUE(drift.submit(*store));
      auto done = repair_groups(*store, {});
      ASSERT_TRUE(done) << done.error().message();
      failed += done->failed;
      auto again = repair_groups(*store, {});
      ASSERT_TRUE(again);
      EXPECT_EQ(again->failed, 0U) << "seed " << seed;
      EXPECT_EQ(again->repaired, 0U);
      out = digest(*store);
    }
    EXPECT_EQ(digests[0], digests[1]);
  }
  EXPECT_GT(failed, 0U) << "no history has a removal that does not hold";
}

TEST(Reports, count_for_the_group_if_the_removal_does_not_hold) {
  uint64_t accepted = 0;
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    auto store = open(std::make_shared<store::MemoryStore>(), StoreMode::kPaper);
    Drift drift(seed);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(drift.submit(*store));
    for (const std::string& url : drift.urls()) {
      auto answer = page_status(*store, url, {.verify = true});
      ASSERT_TRUE(answer);
      if (answer->verdict == Verdict::kUnknown) continue;
      const PageUpdate report{.kind = PageUpdate::Kind::kReport, .url = url};
      auto round = store->submit({&report, 1});
      ASSERT_TRUE(round);
      const std::string reason = round->rejected.empty() ? "" : round->rejected[0].reason;
      EXPECT_TRUE(reason.empty() || reason == "proof_holds") << reason;
      if (!answer->failed) continue;
      EXPECT_EQ(reason, "");
      ++accepted;
      break;
    }
    ASSERT_TRUE(repair_groups(*store, {}));
    auto again = repair_groups(*store, {});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->reported, 0U);
  }
  EXPECT_GT(accepted, 0U);
}

TEST(Repair, can_be_cancelled) {
  auto store = open(std::make_shared<store::MemoryStore>());
  History history(1);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(store->submit(history.round()));
  auto done = repair_groups(*store, [](const Progress&) { return false; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), StatusCode::kCancelled);
}

// By definition: every member against the winner, on the texts.
TEST(Stats, tell_which_members_do_not_resemble_their_winner) {
  uint64_t unlike = 0;
  for (StoreMode mode : {StoreMode::kSound, StoreMode::kPaper}) {
    for (uint32_t seed = 1; seed <= 10; ++seed) {
      auto store = open(std::make_shared<store::MemoryStore>(), mode);
      History history(seed);
      for (int i = 0; i < 10; ++i) ASSERT_TRUE(store->submit(history.round()));
      auto stats = store_stats(*store, 0);
      ASSERT_TRUE(stats) << stats.error().message();
      ASSERT_EQ(stats->members.size(), 2U);
      for (const StoreStats::Members& members : stats->members) {
        uint64_t pages = 0, expected = 0;
        auto groups = list_groups(*store, {.market = members.market, .largest = 0});
        ASSERT_TRUE(groups);
        const living_store::StoreView view = store->view();
        const group_state::StateView state = view.groups.view();
        StoredPairs pairs(store->settings(), *view.words);
        for (const GroupSummary& group : *groups) {
          if (group.texts < 2) continue;
          const StoredTextId winner = state.page(group.winner).text;
          for (StoredTextId text : state.members(state.resolve(group.name))) {
            const uint64_t of_text = state.pages_of(text).size() - (text == winner ? 1 : 0);
            pages += of_text;
            if (text == winner) continue;
            auto pair = pairs.verify(winner, text);
            ASSERT_TRUE(pair);
            if (!*pair) expected += of_text;
          }
        }
        EXPECT_EQ(members.pages, pages) << "seed " << seed;
        EXPECT_EQ(members.unlike_winner, expected) << "seed " << seed;
        unlike += expected;
      }
    }
  }
  EXPECT_GT(unlike, 0U);
}

}  // namespace
}  // namespace doppel::store_queries
