// A store whose markets are exchanged is what a store is that was created with the new ones, after
// any history, with and without a restart, and wherever the change is killed.
#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "living_store/living_store.h"
#include "store_queries/queries.h"
#include "store_queries/stopping_rows.h"
#include "store_queries/store_check.h"
#include "store_queries/store_digest.h"
#include "support/random_texts.h"
#include "support/state_dump.h"

namespace doppel::store_queries {
namespace {

using living_store::LivingStore;

constexpr const char* kMarkets[] = {
    "",
    "market uk prefer-domain .uk\n",
    "market uk prefer-domain .uk\nmarket old first-seen\n",
    "market old first-seen\nmarket uk prefer-domain .uk .org\n",
    "market uk short-url\nmarket rich highest size\n",
    "market rich lowest size\nmarket plain\n",
    "market plain\nmarket uk prefer-field lang en\nmarket uk https\n",
};

class History {
 public:
  explicit History(uint32_t seed) : random_(seed), texts_(support::random_texts(24, seed)) {
    for (size_t i = 0; i < kPages; ++i) {
      static constexpr const char* kSites[] = {"http://a.org/", "https://b.co.uk/",
                                               "http://c.co.uk/long/", "https://d.fr/"};
      urls_.push_back(kSites[i % 4] + std::to_string(i));
    }
  }

  size_t pick(size_t count) { return random_() % count; }
  const char* any_markets() { return kMarkets[pick(std::size(kMarkets))]; }
  const std::vector<std::string>& urls() const { return urls_; }

  // All fields are given to every page, whichever of them the markets read.
  std::vector<PageUpdate> round() {
    using Kind = PageUpdate::Kind;
    std::vector<PageUpdate> out;
    ++version_;
    for (size_t count = 1 + pick(16); count > 0; --count) {
      PageUpdate update{.url = urls_[pick(kPages)], .version = version_};
      update.time_ms = static_cast<int64_t>(1000 + pick(1000));
      const size_t kind = pick(10);
      if (kind == 0) {
        update.kind = Kind::kRedirect;
        update.target = urls_[pick(kPages)];
      } else if (kind == 1) {
        update.kind = Kind::kDead;
      } else {
        update.text = texts_[pick(texts_.size())];
        update.fields = {{"size", std::to_string(pick(5))}, {"lang", pick(2) == 0 ? "en" : "fr"}};
        update.score = static_cast<double>(pick(3)) * 4;
      }
      out.push_back(std::move(update));
    }
    return out;
  }

 private:
  static constexpr size_t kPages = 40;
  std::mt19937 random_;
  std::vector<std::string> texts_, urls_;
  uint64_t version_ = 0;
};

// With few texts in a hot bucket: then candidates depend on the markets.
std::shared_ptr<store::MemoryStore> new_rows(const char* markets, uint32_t hot_limit) {
  auto out = std::make_shared<store::MemoryStore>();
  auto settings = living_store::new_settings({.markets = markets});
  settings->hot_limit = hot_limit;
  store::Batch batch;
  batch.put("C", settings->encode());
  EXPECT_TRUE(out->write(batch).ok());
  return out;
}

std::unique_ptr<LivingStore> open(const std::shared_ptr<store::MemoryStore>& rows,
                                  int writes = INT32_MAX) {
  auto out = LivingStore::open(std::make_unique<StoppingRows>(rows, writes), {});
  return out ? *std::move(out) : nullptr;
}

// What every market says, apart from the names of groups, which depend on history.
std::string said(const LivingStore& store, const History& history) {
  std::string out;
  const living_store::StoreView view = store.view();
  const auto& markets = view.groups.rules().markets;
  for (size_t m = 0; m <= markets.size(); ++m) {
    const std::string name = m == 0 ? "neutral" : markets[m - 1].name;
    out += name + " " + hexadecimal(*store_digest(view, store, static_cast<group::MarketId>(m)));
    for (const std::string& url : history.urls()) {
      auto answer = page_status(store, url, {.market = name});
      EXPECT_TRUE(answer) << answer.error().message();
      if (!answer) return out;
      out += "\n" + url + " " + std::string(doppel::name(answer->verdict)) + " " + answer->kept +
             " " + answer->winner;
    }
    out += "\n";
  }
  return out;
}

void expect_whole(const LivingStore& store) {
  auto checked = check_store(store, {});
  ASSERT_TRUE(checked) << checked.error().message();
  EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
}

void expect_events_tell(const LivingStore& store) {
  auto events = store.events_since(1, SIZE_MAX);
  ASSERT_TRUE(events);
  support::EventReplay replay;
  for (const group_state::Event& event : *events) replay.apply(event);
  const living_store::StoreView view = store.view();
  EXPECT_EQ(support::to_text(replay.state()),
            support::to_text(support::dump_state(view.groups.view())));
}

void random_changes(uint32_t seed, uint32_t hot_limit) {
  History history(seed);
  auto rows = new_rows(history.any_markets(), hot_limit);
  auto store = open(rows);
  std::vector<std::vector<PageUpdate>> rounds;
  for (int step = 0; step < 12; ++step) {
    rounds.push_back(history.round());
    ASSERT_TRUE(store->submit(rounds.back()));
    if (history.pick(3) == 0) store = open(rows);
    if (history.pick(2) != 0) continue;
    const char* const markets = history.any_markets();
    auto changed = store->set_markets(markets, {});
    ASSERT_TRUE(changed) << changed.error().message();
    if (history.pick(3) == 0) store = open(rows);
    auto fresh = open(new_rows(markets, hot_limit));
    for (const auto& round : rounds) ASSERT_TRUE(fresh->submit(round));
    ASSERT_EQ(said(*store, history), said(*fresh, history)) << "seed " << seed;
    expect_whole(*store);
    expect_events_tell(*store);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", step " << step;
  }
}

TEST(MarketChange, gives_what_a_store_created_with_the_new_markets_is) {
  for (uint32_t seed = 1; seed <= 60; ++seed) random_changes(seed, 512);
}

TEST(MarketChange, moves_candidates_where_buckets_are_hot) {
  for (uint32_t seed = 1; seed <= 60; ++seed) random_changes(seed, 1 + seed % 3);
}

TEST(MarketChange, killed_at_any_write_leaves_the_old_markets_or_the_new_ones) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    History history(seed);
    const char* const old_markets = kMarkets[seed % std::size(kMarkets)];
    const char* const new_markets = kMarkets[(seed + 2) % std::size(kMarkets)];
    std::vector<std::vector<PageUpdate>> rounds;
    for (int i = 0; i < 6; ++i) rounds.push_back(history.round());
    const auto made = [&](const char* markets) {
      auto rows = new_rows(markets, 512);
      auto store = open(rows);
      for (const auto& round : rounds) EXPECT_TRUE(store->submit(round));
      return std::pair(rows, said(*store, history));
    };
    const std::string before = made(old_markets).second, after = made(new_markets).second;
    bool finished = false, was_old = false, was_new = false;
    for (int writes = 0; !finished; ++writes) {
      auto rows = made(old_markets).first;
      finished = open(rows, writes)->set_markets(new_markets, {}).has_value();
      auto store = open(rows);
      const std::string now = said(*store, history);
      ASSERT_TRUE(now == before || now == after) << "seed " << seed << ", write " << writes;
      (now == after ? was_new : was_old) = true;
      EXPECT_TRUE(store->settings().unused_markets.empty());
      expect_whole(*store);
      expect_events_tell(*store);
      auto again = store->set_markets(new_markets, {});
      ASSERT_TRUE(again) << again.error().message();
      EXPECT_EQ(said(*store, history), after);
      expect_events_tell(*store);
    }
    EXPECT_TRUE(was_old && was_new);
  }
}

TEST(MarketChange, a_preview_tells_what_the_change_does_and_writes_nothing) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    History history(seed);
    auto rows = new_rows(history.any_markets(), 512);
    auto store = open(rows);
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(store->submit(history.round()));
    const std::string before = said(*store, history);
    const char* const markets = history.any_markets();
    uint64_t moves = 0;
    auto preview = open(rows, 0)->preview_markets(markets, [&](const MarketMove&) {
      ++moves;
      return Status();
    });
    ASSERT_TRUE(preview) << preview.error().message();
    EXPECT_EQ(said(*store, history), before);
    auto done = store->set_markets(markets, {});
    ASSERT_TRUE(done);
    uint64_t told = 0;
    ASSERT_EQ(done->markets.size(), preview->markets.size());
    for (size_t i = 0; i < done->markets.size(); ++i) {
      const MarketChange &a = done->markets[i], &b = preview->markets[i];
      EXPECT_EQ(a.winners, b.winners);
      EXPECT_EQ(a.now_removed, b.now_removed);
      EXPECT_EQ(a.now_kept, b.now_kept);
      EXPECT_EQ(a.other_proof, b.other_proof);
      told += a.winners + a.now_removed + a.now_kept + a.other_proof;
    }
    EXPECT_EQ(moves, told);
  }
}

TEST(MarketChange, never_uses_a_number_twice_and_leaves_others_alone) {
  auto rows = new_rows("market uk prefer-domain .uk\nmarket old first-seen\n", 512);
  auto store = open(rows);
  History history(1);
  ASSERT_TRUE(store->submit(history.round()));
  using Numbers = std::vector<group::MarketNumber>;
  EXPECT_EQ(store->settings().market_numbers, (Numbers{1, 2}));
  ASSERT_TRUE(store->set_markets("market old first-seen\nmarket uk prefer-domain .fr\n", {}));
  EXPECT_EQ(store->settings().market_numbers, (Numbers{2, 3}));
  ASSERT_TRUE(store->set_markets("market old first-seen\n", {}));
  ASSERT_TRUE(store->set_markets("market uk prefer-domain .uk\nmarket old first-seen\n", {}));
  EXPECT_EQ(store->settings().market_numbers, (Numbers{4, 2}));
  store = open(rows);
  EXPECT_EQ(store->settings().market_numbers, (Numbers{4, 2}));
  for (int i = 0; i < 300; ++i) {
    const char* const site = i % 2 == 0 ? "market uk prefer-domain .fr\n" : "market uk https\n";
    ASSERT_TRUE(store->set_markets(site, {}));
  }
  EXPECT_GT(store->settings().market_numbers[0], 300U);
  store = open(rows);
  expect_whole(*store);
}

TEST(MarketChange, a_reader_keeps_the_market_that_is_removed_while_it_asks) {
  auto store = open(new_rows("market uk prefer-domain .uk\n", 512));
  History history(3);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(store->submit(history.round()));
  const living_store::StoreView view = store->view();
  const auto before = store_digest(view, *store, 1);
  ASSERT_TRUE(before);
  ASSERT_TRUE(store->set_markets("market de prefer-domain .de\n", {}));
  const auto after = store_digest(view, *store, 1);
  ASSERT_TRUE(after) << after.error().message();
  EXPECT_EQ(hexadecimal(*after), hexadecimal(*before));
  EXPECT_EQ(view.groups.rules().markets[0].name, "uk");
}

TEST(MarketChange, refuses_files_that_are_not_markets) {
  auto store = open(new_rows("", 512));
  for (const char* file : {"market uk prefer-tld .uk", "market neutral https", "uk https"}) {
    EXPECT_FALSE(store->set_markets(file, {}));
    EXPECT_FALSE(store->preview_markets(file, [](const MarketMove&) { return Status(); }));
  }
  EXPECT_TRUE(store->set_markets("market uk https", {}));
  auto gone = page_status(*store, "http://a.org/1", {.market = "de"});
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().message(), "no market is named \"de\": the store has neutral, uk");
}

}  // namespace
}  // namespace doppel::store_queries
