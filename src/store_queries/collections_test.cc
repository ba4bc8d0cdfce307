// A staged crawl changes nothing before it is committed; then the store is what it would be if the
// crawl had been submitted. After any history, with restarts, and wherever it is killed.
#include "collections/collections.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "collections/staged_crawl.h"
#include "living_store/living_store.h"
#include "store/all_rows.h"
#include "store_queries/queries.h"
#include "store_queries/stopping_rows.h"
#include "store_queries/store_check.h"
#include "store_queries/store_digest.h"
#include "support/random_texts.h"
#include "support/state_dump.h"
#include "support/temp_folder.h"

namespace doppel::store_queries {
namespace {

using collections::StagedCrawl;
using living_store::LivingStore;
using Memory = std::shared_ptr<store::MemoryStore>;

constexpr collections::WriteLimits kSmall{.round_events = 7, .erased_rows = 5};

class History {
 public:
  explicit History(uint32_t seed) : random_(seed), texts_(support::random_texts(24, seed)) {
    for (size_t i = 0; i < kPages; ++i) {
      urls_.push_back((i % 3 == 0 ? "https://a.org/" : "http://b.co.uk/") + std::to_string(i));
    }
  }

  size_t pick(size_t count) { return random_() % count; }
  const std::vector<std::string>& urls() const { return urls_; }

  // Versions go up and down, and some are the same with another content.
  std::vector<PageUpdate> batch() {
    std::vector<PageUpdate> out;
    for (size_t count = 1 + pick(16); count > 0; --count) out.push_back(update());
    return out;
  }

 private:
  PageUpdate update() {
    using Kind = PageUpdate::Kind;
    PageUpdate out{.url = urls_[pick(kPages)], .version = 1 + pick(6)};
    out.time_ms = static_cast<int64_t>(1000 + pick(1000));
    const size_t kind = pick(14);
    if (kind == 0) {
      out.kind = Kind::kRedirect;
      out.target = urls_[pick(kPages)];
      out.permanent = pick(2) == 0;
    } else if (kind == 1) {
      out.kind = Kind::kDead;
      out.http_status = pick(2) == 0 ? 404 : 410;
    } else if (kind == 2) {
      out.kind = Kind::kDelete;
    } else if (kind == 3) {
      out.kind = Kind::kTouch;
    } else if (kind == 4) {
      out.kind = Kind::kFlag;
      out.flag = pick(2) == 0 ? "spam" : "adult";
    } else {
      out.text = texts_[pick(texts_.size())];
      out.score = static_cast<double>(pick(3)) * 4;
      out.fields = {{"lang", pick(2) == 0 ? "en" : "fr"}};
      if (pick(4) == 0) out.canonical = urls_[pick(kPages)];
    }
    return out;
  }

  static constexpr size_t kPages = 30;
  std::mt19937 random_;
  std::vector<std::string> texts_, urls_;
};

std::unique_ptr<LivingStore> open(const Memory& rows, int writes = INT32_MAX) {
  auto out = LivingStore::open(std::make_unique<StoppingRows>(rows, writes),
                               {.markets = "market uk prefer-domain .uk\nmarket en prefer-field "
                                           "lang en\n"});
  EXPECT_TRUE(out) << out.error().message();
  return out ? *std::move(out) : nullptr;
}

// As Store::open() does for a writer.
std::unique_ptr<LivingStore> open_again(const Memory& rows) {
  auto out = open(rows);
  EXPECT_TRUE(collections::erase_left_over_rows(*out, kSmall).ok());
  return out;
}

Memory new_rows() {
  auto out = std::make_shared<store::MemoryStore>();
  open(out);
  return out;
}

Memory copy_of(const Memory& rows) {
  auto out = std::make_shared<store::MemoryStore>();
  EXPECT_TRUE(out->write(store::batch_of(*store::all_rows(*rows))).ok());
  return out;
}

size_t staged_rows(const Memory& rows) {
  size_t out = 0;
  for (const auto& [key, value] : *store::all_rows(*rows)) out += key[0] == 'U' ? 1 : 0;
  return out;
}

// Everything that the store says, apart from the names of groups, which depend on history.
std::string said(const LivingStore& store, const History& history) {
  std::string out;
  const living_store::StoreView view = store.view();
  for (group::MarketId market = 0; market < 3; ++market) {
    const std::string name(view.groups.view().market_name(market));
    out += name + " " + hexadecimal(*store_digest(view, store, market)) + "\n";
    for (const std::string& url : history.urls()) {
      auto answer = page_status(store, url, {.market = name});
      EXPECT_TRUE(answer) << answer.error().message();
      if (!answer) return out;
      out += url + " " + std::string(doppel::name(answer->verdict)) + " " + answer->kept + " " +
             answer->winner + " " + answer->end + " " + std::to_string(answer->version) + " " +
             std::to_string(answer->first_seen_ms) + " " + std::to_string(answer->last_seen_ms);
      for (const std::string& flag : answer->flags) out += " " + flag;
      out += "\n";
    }
  }
  return out;
}

void expect_whole(const LivingStore& store) {
  auto checked = check_store(store, {});
  ASSERT_TRUE(checked) << checked.error().message();
  EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
  auto events = store.events_since(1, SIZE_MAX);
  ASSERT_TRUE(events);
  support::EventReplay replay;
  for (const group_state::Event& event : *events) replay.apply(event);
  const living_store::StoreView view = store.view();
  EXPECT_EQ(support::to_text(replay.state()),
            support::to_text(support::dump_state(view.groups.view())));
}

void stage(LivingStore& store, const std::string& name, const std::vector<PageUpdate>& updates) {
  auto crawl = StagedCrawl::open(store, name);
  ASSERT_TRUE(crawl) << crawl.error().message();
  auto done = (*crawl)->submit(updates, {});
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_TRUE(done->rejected.empty());
}

Collection find(const LivingStore& store, const std::string& name) {
  for (Collection& one : *collections::list_collections(*store.rows().snapshot())) {
    if (one.name == name) return one;
  }
  return {};
}

// --- what a commit and a cancel are ---

// Direct rounds, staged batches of two crawls, restarts, in any order.
void random_history(uint32_t seed) {
  History history(seed);
  const Memory rows = new_rows();
  auto store = open(rows), direct = open(new_rows());
  for (int step = 0; step < 14; ++step) {
    const std::vector<PageUpdate> batch = history.batch();
    const size_t how = history.pick(5);
    ASSERT_TRUE(direct->submit(batch));
    if (how < 2) {
      ASSERT_TRUE(store->submit(batch));
    } else {
      const std::string before = said(*store, history);
      stage(*store, how < 4 ? "monday" : "tuesday", batch);
      ASSERT_EQ(said(*store, history), before) << "seed " << seed;
    }
    if (history.pick(4) == 0) store = open_again(rows);
    expect_whole(*store);
    const bool staged = find(*store, "tuesday").waiting > 0;
    if (staged && history.pick(6) == 0) {
      ASSERT_TRUE(collections::commit_collection(*store, "tuesday", {}, kSmall));
      // From now on tuesday is done.
      break;
    }
  }
  for (const Collection& one : *collections::list_collections(*store->rows().snapshot())) {
    if (one.committed) continue;
    auto done = collections::commit_collection(*store, one.name, {}, kSmall);
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(done->updates, one.updates);
    EXPECT_EQ(done->collection.waiting, 0U);
    EXPECT_TRUE(done->collection.committed);
    EXPECT_LE(done->collection.last_round, done->collection.first_round + one.updates / 7 + 1);
    if (history.pick(2) == 0) store = open_again(rows);
  }
  EXPECT_EQ(staged_rows(rows), 0U);
  ASSERT_EQ(said(*store, history), said(*direct, history)) << "seed " << seed;
  expect_whole(*store);
}

TEST(Collections, committed_are_what_a_store_is_that_took_the_crawl_directly) {
  for (uint32_t seed = 1; seed <= 60; ++seed) random_history(seed);
}

TEST(Collections, cancelled_leave_every_row_as_it_was) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    History history(seed);
    const Memory rows = new_rows();
    auto store = open(rows);
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(store->submit(history.batch()));
    const store::Rows before = *store::all_rows(*rows);
    for (int i = 0; i < 3; ++i) stage(*store, "monday", history.batch());
    EXPECT_NE(*store::all_rows(*rows), before);
    auto was = collections::cancel_collection(*store, "monday", kSmall);
    ASSERT_TRUE(was) << was.error().message();
    EXPECT_EQ(was->waiting, was->updates);
    EXPECT_EQ(*store::all_rows(*rows), before);
    EXPECT_EQ(collections::cancel_collection(*store, "monday").error().code(),
              StatusCode::kNotFound);
    stage(*store, "monday", history.batch());  // the name is free again
    EXPECT_EQ(collections::list_collections(*store->rows().snapshot())->size(), 1U);
  }
}

// --- kills ---

struct Staged {
  explicit Staged(uint32_t seed) : history(seed), rows(new_rows()) {
    auto store = open(rows);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(store->submit(history.batch()));
    before = *store::all_rows(*rows);
    for (int i = 0; i < 3; ++i) stage(*store, "monday", history.batch());
  }

  History history;
  Memory rows;
  store::Rows before;  // without the crawl
};

TEST(Collections, a_commit_that_is_killed_at_any_write_goes_on_where_it_was) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    const Staged made(seed);
    const Memory undisturbed = copy_of(made.rows);
    auto done = collections::commit_collection(*open(undisturbed), "monday", {}, kSmall);
    ASSERT_TRUE(done) << done.error().message();
    const store::Rows after = *store::all_rows(*undisturbed);
    bool finished = false, was_partly = false, was_left_over = false;
    for (int writes = 0; !finished; ++writes) {
      const Memory rows = copy_of(made.rows);
      {
        auto store = open(rows, writes);
        finished = collections::commit_collection(*store, "monday", {}, kSmall).has_value();
      }
      was_left_over |= find(*open(rows), "monday").committed && staged_rows(rows) > 0;
      auto store = open_again(rows);
      expect_whole(*store);
      const Collection now = find(*store, "monday");
      if (now.committed) {
        EXPECT_EQ(collections::commit_collection(*store, "monday", {}).error().code(),
                  StatusCode::kAlreadyExists);
      } else {
        was_partly |= now.waiting < now.updates;
        auto rest = collections::commit_collection(*store, "monday", {}, kSmall);
        ASSERT_TRUE(rest) << rest.error().message();
        EXPECT_EQ(rest->updates, now.waiting);
      }
      // Every row, so also every round and every event, exactly once.
      ASSERT_EQ(*store::all_rows(*rows), after) << "seed " << seed << ", write " << writes;
    }
    EXPECT_TRUE(was_partly && was_left_over);
  }
}

TEST(Collections, a_cancel_that_is_killed_at_any_write_drops_all_or_nothing) {
  const Staged made(1);
  bool finished = false, was_there = false, was_left_over = false;
  for (int writes = 0; !finished; ++writes) {
    const Memory rows = copy_of(made.rows);
    {
      auto store = open(rows, writes);
      finished = collections::cancel_collection(*store, "monday", kSmall).has_value();
    }
    const bool is_there = find(*open(rows), "monday").updates > 0;
    was_left_over |= !is_there && staged_rows(rows) > 0;
    auto store = open_again(rows);
    if (is_there) {
      was_there = true;
      EXPECT_EQ(*store::all_rows(*rows), *store::all_rows(*made.rows));
    } else {
      EXPECT_EQ(*store::all_rows(*rows), made.before) << "write " << writes;
    }
  }
  EXPECT_TRUE(was_there && was_left_over);
}

TEST(Collections, a_write_that_fails_while_staging_stages_nothing) {
  Staged made(2);
  const store::Rows before = *store::all_rows(*made.rows);
  auto store = open(made.rows, 0);
  auto crawl = StagedCrawl::open(*store, "monday");
  ASSERT_TRUE(crawl);
  EXPECT_FALSE((*crawl)->submit(made.history.batch(), {}));
  EXPECT_EQ(*store::all_rows(*made.rows), before);
  EXPECT_EQ((*crawl)->collection().updates, find(*store, "monday").updates);
}

TEST(Collections, a_new_one_never_gets_rows_that_are_left_over) {
  Staged made(3);
  {
    auto store = open(made.rows, 2);  // the name is erased, and some of the rows
    EXPECT_FALSE(collections::cancel_collection(*store, "monday", kSmall));
  }
  ASSERT_GT(staged_rows(made.rows), 0U);
  auto store = open(made.rows);
  stage(*store, "tuesday", {{.url = "http://new.org/", .text = "one page alone"}});
  auto done = collections::commit_collection(*store, "tuesday", {});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->updates, 1U);
  EXPECT_EQ(staged_rows(made.rows), 0U);
}

TEST(Collections, a_commit_can_be_interrupted_between_rounds) {
  Staged made(4);
  auto store = open(made.rows);
  int rounds = 0;
  const auto two_rounds = [&](const Progress& progress) {
    EXPECT_EQ(progress.phase, "commit");
    return ++rounds <= 2;
  };
  auto done = collections::commit_collection(*store, "monday", two_rounds, kSmall);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), StatusCode::kCancelled);
  const Collection half = find(*store, "monday");
  EXPECT_EQ(half.updates - half.waiting, 14U);
  // More can be staged, and what was committed can be told from the rest when it is dropped.
  stage(*store, "monday", {{.url = "http://late.org/", .text = "a late page"}});
  auto was = collections::cancel_collection(*store, "monday", kSmall);
  ASSERT_TRUE(was);
  EXPECT_EQ(was->waiting, half.waiting + 1);
  EXPECT_EQ(was->updates - was->waiting, 14U);
  EXPECT_EQ(page_status(*store, "http://late.org/", {})->verdict, Verdict::kUnknown);
  EXPECT_EQ(staged_rows(made.rows), 0U);
  expect_whole(*store);
}

// --- looking through a staged crawl ---

const char* const kFox =
    "the quick brown fox jumps over the lazy dog and runs into the deep dark wood";
const char* const kFoxAgain =
    "the quick brown fox jumps over the lazy dog and runs into the deep dark wood again";

std::optional<PendingUpdate> pending(const LivingStore& store, const std::string& url,
                                     const std::string& name = "monday") {
  auto answer = page_status(store, url, {.collection = name});
  EXPECT_TRUE(answer) << answer.error().message();
  return answer ? answer->pending : std::nullopt;
}

TEST(PendingUpdates, tell_what_a_commit_makes_of_the_page) {
  size_t waiting = 0, nothing = 0;
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    History history(seed);
    const Memory rows = new_rows();
    auto store = open(rows);
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(store->submit(history.batch()));
    for (int i = 0; i < 4; ++i) stage(*store, "monday", history.batch());
    std::map<std::string, std::optional<PendingUpdate>> told;
    std::map<std::string, group_state::PageRow> was;
    for (const std::string& url : history.urls()) {
      told[url] = pending(*store, url);
      was[url] = store->view().groups.view().page(url);
    }
    ASSERT_TRUE(collections::commit_collection(*store, "monday", {}, kSmall));
    for (const std::string& url : history.urls()) {
      const group_state::PageRow is = store->view().groups.view().page(url);
      const std::optional<PendingUpdate>& update = told[url];
      if (!update) {
        ++nothing;
        EXPECT_EQ(is.state, was[url].state) << url;
        EXPECT_EQ(is.version, was[url].version) << url;
        EXPECT_EQ(is.content, was[url].content) << url;
        EXPECT_EQ(is.target, was[url].target) << url;
        continue;
      }
      ++waiting;
      EXPECT_EQ(is.version, update->version) << url;
      EXPECT_EQ(is.live(), update->kind == PageUpdate::Kind::kPage) << url;
      EXPECT_EQ(is.redirects(), update->kind == PageUpdate::Kind::kRedirect) << url;
      EXPECT_EQ(is.present(), update->kind != PageUpdate::Kind::kDelete) << url;
      EXPECT_EQ(is.target, update->target) << url;
      EXPECT_EQ(is.http_status, update->http_status) << url;
    }
  }
  EXPECT_GT(waiting, 100U);
  EXPECT_GT(nothing, 100U);
}

TEST(PendingUpdates, tell_what_the_new_text_resembles_in_the_present_store) {
  auto store = open(new_rows());
  ASSERT_TRUE(store->submit(std::vector<PageUpdate>{
      {.url = "http://a.org/fox", .text = kFox, .version = 5},
      {.url = "http://b.org/cat", .text = "a cat sleeps in the sun all day", .version = 5}}));
  stage(*store, "monday",
        {{.url = "http://b.org/cat", .text = kFoxAgain, .version = 6, .time_ms = 60},
         {.url = "http://b.org/new", .text = kFoxAgain, .version = 6},
         {.url = "http://a.org/fox", .text = "an older fox", .version = 4}});
  const auto changed = pending(*store, "http://b.org/cat");
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->kind, PageUpdate::Kind::kPage);
  EXPECT_EQ(changed->version, 6U);
  EXPECT_EQ(changed->time_ms, 60);
  const auto expected = similar_pages(*store, kFoxAgain, {});
  ASSERT_TRUE(expected);
  ASSERT_EQ(changed->similar.size(), 1U);
  ASSERT_EQ(expected->size(), 1U);
  EXPECT_EQ(changed->similar[0].url, "http://a.org/fox");
  EXPECT_EQ(changed->similar[0].similarity, (*expected)[0].similarity);
  EXPECT_EQ(changed->similar[0].verdict, Verdict::kKept);
  // The store's own answer is the one it gives without the crawl.
  auto answer = page_status(*store, "http://b.org/new", {.collection = "monday"});
  ASSERT_TRUE(answer && answer->pending);
  EXPECT_EQ(answer->verdict, Verdict::kUnknown);
  EXPECT_EQ(answer->pending->similar.size(), 1U);
  EXPECT_FALSE(pending(*store, "http://a.org/fox"));
  EXPECT_FALSE(pending(*store, "http://nobody.org/"));
}

TEST(PendingUpdates, are_those_that_no_round_was_made_of_yet) {
  auto store = open(new_rows());
  stage(*store, "monday", {{.url = "http://a.org/", .text = kFox, .version = 2}});
  stage(*store, "monday", {{.url = "http://b.org/", .text = kFox, .version = 2}});
  int rounds = 0;
  EXPECT_FALSE(collections::commit_collection(
      *store, "monday", [&](const Progress&) { return ++rounds < 2; }, {.round_events = 1}));
  EXPECT_FALSE(pending(*store, "http://a.org/"));
  const auto other = pending(*store, "http://b.org/");
  ASSERT_TRUE(other);
  ASSERT_EQ(other->similar.size(), 1U);
  EXPECT_TRUE(other->similar[0].equal_words);
}

// --- names, versions, and what cannot be done ---

TEST(Collections, may_have_the_same_page_and_versions_decide) {
  auto store = open(new_rows());
  const std::string url = "http://a.org/";
  stage(*store, "old", {{.url = url, .text = "the old text", .version = 3}});
  stage(*store, "new", {{.url = url, .text = "the new text", .version = 7}});
  ASSERT_TRUE(store->submit(std::vector<PageUpdate>{{.url = url, .text = kFox, .version = 5}}));
  EXPECT_FALSE(pending(*store, url, "old"));
  EXPECT_EQ(pending(*store, url, "new")->version, 7U);
  ASSERT_TRUE(collections::commit_collection(*store, "new", {}));
  auto late = collections::commit_collection(*store, "old", {});
  ASSERT_TRUE(late);
  EXPECT_EQ(late->accepted, 0U);
  EXPECT_EQ(late->rejected, (std::map<std::string, uint64_t>{{"older_version", 1}}));
  EXPECT_EQ(late->first_rejected[0],
            "http://a.org/: older_version, the store has a newer version of the page");
  EXPECT_EQ(page_status(*store, url, {})->version, 7U);
}

TEST(Collections, with_nothing_in_them_can_be_committed) {
  auto store = open(new_rows());
  stage(*store, "empty", {});
  EXPECT_EQ(find(*store, "empty").name, "empty");
  auto done = collections::commit_collection(*store, "empty", {});
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->collection.committed);
  EXPECT_EQ(done->collection.first_round, 0U);
  EXPECT_EQ(store->view().groups.view().meta().round, 0U);
  auto again = collections::commit_collection(*store, "empty", {});
  EXPECT_EQ(again.error().message(),
            "the collection \"empty\" was committed already, and changed nothing: use another name "
            "for another crawl");
}

TEST(Collections, refuse_what_cannot_be_done) {
  auto store = open(new_rows());
  const std::vector<PageUpdate> page = {{.url = "http://a.org/", .text = kFox}};
  stage(*store, "monday", page);
  ASSERT_TRUE(store->submit(page));
  stage(*store, "monday", {{.url = "http://b.org/", .text = kFox}});
  EXPECT_EQ(find(*store, "monday").updates, 2U);
  EXPECT_EQ(find(*store, "monday").pages, 2U);
  ASSERT_TRUE(collections::commit_collection(*store, "monday", {}));
  const std::string twice =
      "the collection \"monday\" was committed already, in round 2: use another name for another "
      "crawl";
  for (const Status& status :
       {collections::commit_collection(*store, "monday", {}).status(),
        collections::cancel_collection(*store, "monday").status(),
        StagedCrawl::open(*store, "monday").status(),
        page_status(*store, "http://a.org/", {.collection = "monday"}).status()}) {
    EXPECT_EQ(status.code(), StatusCode::kAlreadyExists);
    EXPECT_EQ(status.message(), twice);
  }
  for (const Status& status :
       {collections::commit_collection(*store, "friday", {}).status(),
        collections::cancel_collection(*store, "friday").status(),
        page_status(*store, "http://a.org/", {.collection = "friday"}).status()}) {
    EXPECT_EQ(status.code(), StatusCode::kNotFound);
  }
  EXPECT_EQ(StagedCrawl::open(*store, "a b").error().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(collections::commit_collection(*store, "", {}).error().code(),
            StatusCode::kInvalidArgument);
}

TEST(Collections, reject_updates_without_a_usable_address_when_they_are_staged) {
  auto store = open(new_rows());
  auto crawl = StagedCrawl::open(*store, "monday");
  ASSERT_TRUE(crawl);
  const std::string long_url = "http://a.org/" + std::string(10'000, 'x');
  const std::vector<PageUpdate> updates = {
      {.url = "", .text = "x"},
      {.url = "relative", .text = "x"},
      {.url = "http://a.org/", .text = "x"},
      {.url = long_url, .text = "x"},
      {.kind = PageUpdate::Kind::kRedirect, .url = "http://a.org/r", .target = "http://["}};
  auto done = (*crawl)->submit(updates, {});
  ASSERT_TRUE(done);
  ASSERT_EQ(done->rejected.size(), 4U);
  EXPECT_EQ(done->rejected[0].reason, "no_url");
  EXPECT_EQ(done->rejected[1].reason, "bad_url");
  EXPECT_EQ(done->rejected[2].reason, "long_url");
  EXPECT_EQ(done->rejected[2].index, 3U);
  EXPECT_EQ(done->rejected[3].reason, "bad_redirect");
  EXPECT_EQ((*crawl)->collection().updates, 1U);
  const std::vector<PageUpdate> many(kMostUpdatesOfARound + 1);
  EXPECT_EQ((*crawl)->submit(many, {}).error().code(), StatusCode::kInvalidArgument);
}

TEST(Collections, count_pages_once_however_often_they_are_staged) {
  auto store = open(new_rows());
  for (uint64_t i = 0; i < 50; ++i) {
    stage(*store, "monday",
          {{.url = "http://a.org/", .text = "text " + std::string(i, 'x'), .version = 1 + i % 3},
           {.kind = PageUpdate::Kind::kTouch, .url = "http://b.org/", .time_ms = 3},
           {.url = "http://a.org/", .text = "other " + std::string(i, 'x'), .version = 1 + i % 3}});
  }
  const Collection now = find(*store, "monday");
  EXPECT_EQ(now.updates, 150U);
  EXPECT_EQ(now.pages, 2U);
  EXPECT_EQ(now.first_ms, 0);
  EXPECT_EQ(now.last_ms, 3);
  EXPECT_EQ(pending(*store, "http://a.org/")->version, 3U);
  EXPECT_FALSE(pending(*store, "http://b.org/"));
}

// --- the public store, on disk ---

std::string line(int page, int version) {
  std::string text;
  for (int word = 0; word < 20; ++word) text += "w" + std::to_string(page / 3 * 100 + word) + " ";
  return R"({"url": "http://a.org/)" + std::to_string(page) + R"(", "text": ")" + text +
         std::to_string(page % 3 * version) + R"(", "version": )" + std::to_string(version) + "}\n";
}

std::string lines(int first, int count, int version) {
  std::string out;
  for (int i = first; i < first + count; ++i) out += line(i, version);
  return out;
}

TEST(StagedIngest, goes_on_where_it_was_and_reads_inputs_for_each_collection) {
  support::TempFolder folder;
  const std::string one = folder.write("one.jsonl", lines(0, 900, 1));
  const std::string two = folder.write("two.jsonl", lines(600, 600, 2));
  const std::string path = folder.path("s"), other = folder.path("d");
  {
    auto direct = Store::open(other);
    ASSERT_TRUE(direct && direct->ingest({one, two}));
  }
  const IngestOptions options{.collection = "monday", .round_pages = 100};
  uint64_t calls = 0;
  for (bool done = false; !done && calls < 50; ++calls) {
    auto store = Store::open(path, {.index = false});
    ASSERT_TRUE(store) << store.error().message();
    auto read = store->ingest({one}, options, [&](const Progress& progress) {
      return progress.records < 250 * (calls + 1);
    });
    done = read.has_value();
    EXPECT_EQ(store->round(), 0U);
    EXPECT_EQ(store->stats()->pages, 0U);
  }
  EXPECT_GT(calls, 2U);
  auto store = Store::open(path);
  ASSERT_TRUE(store);
  auto more = store->ingest({one, two}, options);
  ASSERT_TRUE(more);
  EXPECT_EQ(more->skipped, 900U);
  EXPECT_EQ(more->records, 600U);
  EXPECT_EQ(more->rounds, 0U);
  EXPECT_EQ(more->collection.updates, 1500U);
  EXPECT_EQ(more->collection.pages, 1200U);
  // Other collections, and the store itself, have not read these inputs.
  EXPECT_EQ(store->ingest({two}, {.collection = "tuesday"})->records, 600U);
  ASSERT_TRUE(store->cancel_collection("tuesday"));
  EXPECT_EQ(store->ingest({two}, {.collection = "tuesday"})->records, 600U);
  const std::string empty = *store->digest();
  auto done = store->commit_collection("monday");
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_EQ(done->updates, 1500U);
  EXPECT_NE(*store->digest(), empty);
  EXPECT_EQ(*store->digest(),
            *Store::open(other, {.access = StoreOptions::Access::kRead})->digest());
  EXPECT_EQ(store->collections()->size(), 2U);
  EXPECT_TRUE(store->check()->faults.empty());
  EXPECT_FALSE(store->ingest({two}, options));
}

TEST(StagedIngest, needs_the_index_only_to_commit_and_to_look_through) {
  support::TempFolder folder;
  const std::string path = folder.path("s");
  const std::vector<PageUpdate> page = {{.url = "http://a.org/", .text = kFox}};
  {
    auto store = Store::open(path, {.index = false});
    ASSERT_TRUE(store);
    auto staged = store->stage("monday", page);
    ASSERT_TRUE(staged) << staged.error().message();
    EXPECT_EQ(staged->collection.waiting, 1U);
    EXPECT_EQ(store->submit(page).error().code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(store->set_markets("market uk https").error().code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(store->commit_collection("monday").error().code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(store->status("http://a.org/", {.collection = "monday"}).error().code(),
              StatusCode::kInvalidArgument);
    EXPECT_EQ(store->status("http://a.org/")->verdict, Verdict::kUnknown);
  }
  {
    auto reader = Store::open(path, {.access = StoreOptions::Access::kRead});
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->collections()->at(0).name, "monday");
    EXPECT_EQ(reader->status("http://a.org/", {.collection = "monday"})->pending->kind,
              PageUpdate::Kind::kPage);
    EXPECT_FALSE(reader->stage("monday", page));
    EXPECT_FALSE(reader->stage("tuesday", page));
    EXPECT_FALSE(reader->commit_collection("monday"));
    EXPECT_FALSE(reader->cancel_collection("monday"));
  }
  auto writer = Store::open(path);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->commit_collection("monday"));
  EXPECT_EQ(writer->status("http://a.org/")->verdict, Verdict::kKept);
}

}  // namespace
}  // namespace doppel::store_queries
