#include "doppel/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "living_store/living_store.h"
#include "store/memory_store.h"
#include "store_queries/store_check.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

constexpr const char* kFox =
    "the quick brown fox jumps over the lazy dog near the river bank at noon";
constexpr const char* kFoxToday =
    "the quick brown fox jumps over the lazy dog near the river bank at noon today";
constexpr const char* kLoudFox =
    "The QUICK brown fox jumps over the lazy dog, near the river bank at noon!";
constexpr const char* kOther = "something else entirely stands here and nobody else says it at all";

class StoreTest : public testing::Test {
 protected:
  StoreTest() { open({}); }

  void open(const StoreOptions& options) {
    store_.reset();
    auto opened = Store::open(folder_.path("s"), options);
    ASSERT_TRUE(opened) << opened.error().message();
    store_.emplace(*std::move(opened));
  }
  RoundReport submit(const std::vector<PageUpdate>& updates) {
    auto done = store_->submit(updates);
    EXPECT_TRUE(done) << done.error().message();
    return done ? *done : RoundReport();
  }
  StatusAnswer status(std::string_view url, const StatusQuery& query = {}) {
    auto answer = store_->status(url, query);
    EXPECT_TRUE(answer) << answer.error().message();
    return answer ? *answer : StatusAnswer();
  }
  std::vector<std::string> faults() {
    auto checked = store_->check();
    if (!checked) return {checked.error().message()};
    return checked->faults;
  }
  std::string exported() {
    std::string out;
    EXPECT_TRUE(store_
                    ->export_pages([&](std::string_view line) {
                      out += line;
                      return Status();
                    })
                    .ok());
    return out;
  }

  support::TempFolder folder_;
  std::optional<Store> store_;
};

TEST_F(StoreTest, a_near_duplicate_is_removed_with_a_proof_and_survives_a_restart) {
  submit({{.url = "http://b.org/long", .text = kFoxToday}, {.url = "http://a.org/", .text = kFox}});
  for (int restart = 0; restart < 2; ++restart) {
    const StatusAnswer answer = status("http://b.org/long", {.verify = true});
    EXPECT_EQ(answer.verdict, Verdict::kRemoved);
    EXPECT_EQ(answer.kept, "http://a.org/");
    EXPECT_EQ(answer.level, Level::kNear);
    EXPECT_EQ(answer.similarity, (Similarity{11, 1, 0}));
    EXPECT_TRUE(answer.verified);
    EXPECT_EQ(answer.winner, "http://a.org/");
    EXPECT_EQ(status("http://a.org/").verdict, Verdict::kKept);
    EXPECT_TRUE(faults().empty()) << faults()[0];
    open({.access = StoreOptions::Access::kWrite});
  }
}

TEST_F(StoreTest, a_page_is_known_by_the_safe_form_of_its_url) {
  submit({{.url = "HTTP://A.org:80/x#top", .text = kFox}});
  EXPECT_EQ(status("http://a.org/x").verdict, Verdict::kKept);
  EXPECT_EQ(status("http://a.org/y").verdict, Verdict::kUnknown);
  EXPECT_FALSE(store_->status("no url"));
}

TEST_F(StoreTest, pages_redirect_die_and_are_deleted) {
  submit({{.url = "http://a.org/", .text = kFox},
          {.kind = PageUpdate::Kind::kRedirect, .url = "http://a.org/old", .target = "/"},
          {.kind = PageUpdate::Kind::kDead, .url = "http://a.org/gone", .http_status = 410}});
  EXPECT_EQ(status("http://a.org/old").end, "http://a.org/");
  EXPECT_EQ(status("http://a.org/gone").http_status, 410);
  submit({{.kind = PageUpdate::Kind::kDelete, .url = "http://a.org/", .version = 2}});
  EXPECT_EQ(status("http://a.org/").verdict, Verdict::kUnknown);
  EXPECT_TRUE(faults().empty());
}

TEST_F(StoreTest, broken_updates_are_rejected_with_a_reason) {
  submit({{.url = "http://a.org/", .text = kFox, .version = 5}});
  const std::string long_url = "http://a.org/" + std::string(9000, 'x');
  const RoundReport report = submit({{.url = "", .text = kFox},
                                     {.url = "relative", .text = kFox},
                                     {.url = long_url, .text = kFox},
                                     {.url = "http://a.org/", .text = kOther, .version = 4},
                                     {.kind = PageUpdate::Kind::kTouch, .url = "http://b.org/"}});
  std::vector<std::string> reasons;
  for (const RejectedUpdate& rejected : report.rejected) {
    reasons.push_back(std::to_string(rejected.index) + " " + rejected.reason);
  }
  EXPECT_EQ(reasons, (std::vector<std::string>{"0 no_url", "1 bad_url", "2 long_url",
                                               "3 older_version", "4 unknown_page"}));
  EXPECT_TRUE(faults().empty());
}

TEST_F(StoreTest, a_round_that_is_delivered_again_changes_nothing) {
  const std::vector<PageUpdate> round = {{.url = "http://a.org/", .text = kFox},
                                         {.url = "http://b.org/", .text = kFoxToday}};
  const uint64_t number = submit(round).round;
  const RoundReport again = submit(round);
  EXPECT_EQ(again.round, number);
  EXPECT_EQ(again.unchanged, 2U);
  EXPECT_EQ(again.events, 0U);
}

// Equal words are one text, but each page is exported with its own bytes.
TEST_F(StoreTest, pages_keep_their_own_bytes) {
  submit({{.url = "http://a.org/", .text = kFox}, {.url = "http://b.org/", .text = kLoudFox}});
  EXPECT_EQ(status("http://b.org/").level, Level::kWords);
  EXPECT_NE(exported().find(kLoudFox), std::string::npos);
  EXPECT_TRUE(faults().empty());

  submit({{.url = "http://b.org/", .text = kFox, .version = 2}});
  EXPECT_EQ(status("http://b.org/").level, Level::kBytes);
  EXPECT_EQ(exported().find(kLoudFox), std::string::npos);

  submit({{.url = "http://b.org/", .text = kLoudFox, .version = 3}});
  open({.access = StoreOptions::Access::kWrite});
  submit({{.kind = PageUpdate::Kind::kDead, .url = "http://b.org/", .version = 4}});
  submit({{.url = "http://b.org/", .text = kFox, .version = 5}});
  EXPECT_EQ(exported().find(kLoudFox), std::string::npos);
  EXPECT_TRUE(faults().empty());
}

TEST_F(StoreTest, an_older_version_does_not_change_the_bytes) {
  submit({{.url = "http://a.org/", .text = kFox, .version = 2},
          {.url = "http://b.org/", .text = kLoudFox, .version = 2}});
  submit({{.url = "http://b.org/", .text = kFox, .version = 1}});
  EXPECT_NE(exported().find(kLoudFox), std::string::npos);
  EXPECT_TRUE(faults().empty());
}

TEST_F(StoreTest, similar_pages_are_found_and_nothing_is_added) {
  submit({{.url = "http://a.org/", .text = kFox}, {.url = "http://c.org/", .text = kOther}});
  auto near = store_->similar(kFoxToday);
  ASSERT_TRUE(near);
  ASSERT_EQ(near->size(), 1U);
  EXPECT_EQ((*near)[0].url, "http://a.org/");
  EXPECT_EQ((*near)[0].similarity, (Similarity{11, 1, 0}));
  EXPECT_TRUE((*store_->similar(kLoudFox))[0].equal_words);
  EXPECT_TRUE(store_->similar("not known")->empty());
  EXPECT_EQ(store_->stats()->texts, 2U);
}

TEST_F(StoreTest, groups_are_listed_and_shown) {
  submit({{.url = "http://a.org/", .text = kFox},
          {.url = "http://b.org/x", .text = kFoxToday},
          {.url = "http://c.org/", .text = kOther},
          {.url = "http://d.org/same", .text = kOther},
          {.kind = PageUpdate::Kind::kRedirect, .url = "http://b.org/r", .target = "/x"}});
  auto groups = store_->groups();
  ASSERT_TRUE(groups);
  EXPECT_EQ(groups->size(), 2U);
  auto of_b = store_->group("http://b.org/r");
  ASSERT_TRUE(of_b) << of_b.error().message();
  ASSERT_EQ(of_b->members.size(), 2U);
  EXPECT_EQ(of_b->members[0].url, "http://a.org/");
  EXPECT_EQ(of_b->members[1].kept, "http://a.org/");
  EXPECT_EQ(of_b->redirects, std::vector<std::string>{"http://b.org/r"});
  EXPECT_EQ(store_->groups({.source = "d.org"})->size(), 1U);
  EXPECT_EQ(store_->group("http://nobody.org/").error().code(), StatusCode::kNotFound);
}

TEST_F(StoreTest, markets_prefer_other_winners) {
  auto store = Store::open(folder_.path("uk"), {.markets = "market uk prefer-domain .uk"});
  ASSERT_TRUE(store) << store.error().message();
  const std::vector<PageUpdate> pages = {{.url = "http://a.org/", .text = kFox},
                                         {.url = "http://x.co.uk/longer", .text = kFoxToday}};
  ASSERT_TRUE(store->submit(pages));
  EXPECT_EQ(store->status("http://a.org/")->verdict, Verdict::kKept);
  EXPECT_EQ(store->status("http://a.org/", {.market = "uk"})->kept, "http://x.co.uk/longer");
  EXPECT_NE(*store->digest(), *store->digest("uk"));
  EXPECT_FALSE(store->status("http://a.org/", {.market = "fr"}));
  EXPECT_TRUE(store->check()->faults.empty());
}

// Words w0 to w99, of which those from `first` on are others, `count` of them.
std::string edited(int first, int count) {
  std::string out;
  for (int i = 0; i < 100; ++i) {
    const bool other = i >= first && i < first + count;
    out += (other ? "z" : "w") + std::to_string(i) + " ";
  }
  return out;
}

// Mode paper takes losers of a winner that changed a little on trust. They are not reported as
// removed before they are verified.
TEST_F(StoreTest, mode_paper_reports_no_removal_that_does_not_hold) {
  auto store = Store::open(folder_.path("paper"), {.mode = StoreMode::kPaper});
  ASSERT_TRUE(store);
  const std::string winner = edited(0, 0), loser = edited(0, 7), changed = edited(92, 8);
  const std::vector<PageUpdate> first = {{.url = "http://a.org/w", .text = winner, .score = 100},
                                         {.url = "http://a.org/loser", .text = loser}};
  ASSERT_TRUE(store->submit(first));
  EXPECT_EQ(store->status("http://a.org/loser")->verdict, Verdict::kRemoved);
  const PageUpdate second{.url = "http://a.org/w", .text = changed, .version = 2, .score = 100};
  ASSERT_TRUE(store->submit({&second, 1}));
  const StatusAnswer answer = *store->status("http://a.org/loser");
  EXPECT_EQ(answer.verdict, Verdict::kKept);
  EXPECT_TRUE(answer.failed);
  const auto group = store->group("http://a.org/loser");
  ASSERT_TRUE(group);
  for (const GroupMember& member : group->members) {
    EXPECT_FALSE(member.removed) << member.url;
  }
  EXPECT_EQ(store->check()->certificates, 0U);
  EXPECT_EQ(store->stats()->removed[0].second, 0U);
}

TEST_F(StoreTest, fields_of_markets_do_not_repeat_those_of_an_exported_page) {
  auto store = Store::open(folder_.path("fields"),
                           {.markets = "market a highest version\nmarket b prefer-field lang en"});
  ASSERT_TRUE(store);
  const PageUpdate page{.url = "http://a.org/",
                        .text = kFox,
                        .version = 3,
                        .fields = {{"version", "9"}, {"lang", "en"}}};
  ASSERT_TRUE(store->submit({&page, 1}));
  std::string line;
  ASSERT_TRUE(store
                  ->export_pages([&](std::string_view bytes) {
                    line += bytes;
                    return Status();
                  })
                  .ok());
  EXPECT_NE(line.find("\"version\": 3, \"lang\": \"en\"}"), std::string::npos) << line;
}

TEST_F(StoreTest, changes_have_numbers_and_old_ones_can_be_dropped) {
  submit({{.url = "http://a.org/", .text = kFox}, {.url = "http://b.org/", .text = kFoxToday}});
  std::vector<std::string> kinds;
  auto next = store_->changes(1, [&](const Change& change) {
    EXPECT_EQ(change.number, kinds.size() + 1);
    kinds.emplace_back(change.kind);
    return true;
  });
  EXPECT_EQ(*next, kinds.size() + 1);
  EXPECT_NE(std::find(kinds.begin(), kinds.end(), "removed"), kinds.end());

  open({.access = StoreOptions::Access::kWrite, .keep_events = 10});
  for (uint64_t version = 2; version < 200; ++version) {
    submit(
        {{.url = "http://a.org/", .text = version % 2 == 0 ? kOther : kFox, .version = version}});
  }
  const auto ignore = [](const Change&) { return true; };
  EXPECT_EQ(store_->changes(1, ignore).error().code(), StatusCode::kNotFound);
  EXPECT_TRUE(store_->changes(store_->stats()->events - 9, ignore));
}

TEST_F(StoreTest, a_store_keeps_its_rules) {
  store_.reset();
  const auto refused = [&](const StoreOptions& options) {
    auto opened = Store::open(folder_.path("s"), options);
    return !opened && opened.error().code() == StatusCode::kInvalidArgument;
  };
  EXPECT_TRUE(refused({.predicate = *Predicate::parse("jaccard(word,3) >= 1/2")}));
  EXPECT_TRUE(refused({.markets = "market uk https"}));
  EXPECT_TRUE(refused({.mode = StoreMode::kPaper}));
  EXPECT_TRUE(refused({.view = View::kFull}));
  EXPECT_FALSE(refused({.predicate = Predicate(), .markets = "", .mode = StoreMode::kSound}));
}

TEST_F(StoreTest, a_reader_sees_what_was_there_when_it_opened) {
  submit({{.url = "http://a.org/", .text = kFox}});
  auto reader = Store::open(folder_.path("s"), {.access = StoreOptions::Access::kRead});
  ASSERT_TRUE(reader) << reader.error().message();
  submit({{.url = "http://b.org/", .text = kFoxToday}});
  EXPECT_EQ(reader->status("http://b.org/")->verdict, Verdict::kUnknown);
  EXPECT_EQ(reader->status("http://a.org/")->verdict, Verdict::kKept);
  const PageUpdate update{.url = "http://c.org/", .text = kOther};
  EXPECT_FALSE(reader->submit({&update, 1}));
}

TEST_F(StoreTest, a_second_writer_is_told) {
  auto second = Store::open(folder_.path("s"), {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), StatusCode::kUnavailable);
}

TEST_F(StoreTest, too_many_updates_are_refused) {
  const std::vector<PageUpdate> many(kMostUpdatesOfARound + 1);
  EXPECT_EQ(store_->submit(many).error().code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(submit({}).rejected.empty());
}

TEST_F(StoreTest, readers_of_other_threads_see_whole_rounds) {
  std::atomic<bool> done = false, torn = false;
  submit({{.url = "http://a.org/", .text = kFox}, {.url = "http://b.org/", .text = kFoxToday}});
  std::thread reader([&] {
    while (!done) {
      auto answer = store_->status("http://b.org/", {.verify = true});
      // In every round b is removed for a, or they say different things.
      if (!answer || answer->failed) torn = true;
      if (!store_->similar(kFox)) torn = true;
    }
  });
  for (uint64_t version = 2; version < 60; ++version) {
    submit(
        {{.url = "http://a.org/", .text = version % 2 == 0 ? kOther : kFox, .version = version}});
  }
  done = true;
  reader.join();
  EXPECT_FALSE(torn);
}

// One row of each table is erased or changed: the check finds it, or the store does not open.
TEST(StoreCheckTest, every_kind_of_damage_is_found) {
  auto rows = std::make_unique<store::MemoryStore>();
  {
    auto bytes = std::make_unique<store::MemoryStore>();
    store::MemoryStore* raw = bytes.get();
    auto living = living_store::LivingStore::open(std::move(bytes), {});
    ASSERT_TRUE(living);
    const std::vector<PageUpdate> updates = {
        {.url = "http://a.org/", .text = kFox},
        {.url = "http://b.org/", .text = kFoxToday},
        {.url = "http://c.org/", .text = kLoudFox},
        {.url = "http://d.org/", .text = kOther, .canonical = "http://d.org/e"},
        {.kind = PageUpdate::Kind::kRedirect, .url = "http://d.org/r", .target = "/"}};
    ASSERT_TRUE((*living)->submit(updates));
    rows = *store::MemoryStore::load(raw->serialise());
  }
  const std::string whole = rows->serialise();
  const auto has_fault = [&](const store::Batch& damage) {
    auto damaged = *store::MemoryStore::load(whole);
    EXPECT_TRUE(damaged->write(damage).ok());
    auto living = living_store::LivingStore::open(std::move(damaged),
                                                  {.access = StoreOptions::Access::kWrite});
    if (!living) return true;
    auto checked = store_queries::check_store(**living, {});
    return !checked || !checked->faults.empty();
  };
  EXPECT_FALSE(has_fault({}));
  std::set<char> tables;
  auto snapshot = rows->snapshot();
  for (auto at = snapshot->seek("", ""); at->valid(); at->next()) {
    const char table = at->key()[0];
    // Events, positions of inputs and the next id are not derived from anything.
    if (std::string_view("eINz").find(table) != std::string_view::npos) continue;
    store::Batch erased;
    erased.erase(std::string(at->key()));
    EXPECT_TRUE(has_fault(erased)) << "erased: " << at->key();
    tables.insert(table);
  }
  EXPECT_GE(tables.size(), 9U);
}

TEST(LivingStoreTest, a_store_that_lost_its_settings_is_not_given_new_ones) {
  auto bytes = std::make_unique<store::MemoryStore>();
  const store::MemoryStore* raw = bytes.get();
  auto living = living_store::LivingStore::open(std::move(bytes), {});
  ASSERT_TRUE(living);
  const PageUpdate update{.url = "http://a.org/", .text = kFox};
  ASSERT_TRUE((*living)->submit({&update, 1}));
  auto damaged = *store::MemoryStore::load(raw->serialise());
  store::Batch erased;
  erased.erase("C");
  ASSERT_TRUE(damaged->write(erased).ok());
  auto opened = living_store::LivingStore::open(std::move(damaged), {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), StatusCode::kCorrupt);
}

}  // namespace
}  // namespace doppel
