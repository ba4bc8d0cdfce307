// Expiry, rechecks and ages of a store.
#include <gtest/gtest.h>

#include "living_store/living_store.h"
#include "store/memory_store.h"
#include "store_queries/expiry.h"
#include "store_queries/export.h"
#include "store_queries/queries.h"
#include "store_queries/store_check.h"
#include "store_queries/store_digest.h"
#include "support/random_texts.h"

namespace doppel::store_queries {
namespace {

using living_store::LivingStore;
using Kind = PageUpdate::Kind;

constexpr int64_t kDay = int64_t{24} * 3600 * 1000;

std::unique_ptr<LivingStore> new_store() {
  auto out = LivingStore::open(std::make_unique<store::MemoryStore>(), {});
  return out ? *std::move(out) : nullptr;
}

void see(LivingStore& store, std::string_view url, std::string_view text, int64_t day) {
  const PageUpdate update{
      .url = url, .text = text, .version = static_cast<uint64_t>(day), .time_ms = day * kDay};
  ASSERT_TRUE(store.submit({&update, 1}));
}

StatusAnswer status(const LivingStore& store, std::string_view url, int64_t day) {
  auto out = page_status(store, url, {.now_ms = day * kDay});
  EXPECT_TRUE(out) << out.error().message();
  return out ? *out : StatusAnswer();
}

int64_t unchanged_since_day(const LivingStore& store, std::string_view url) {
  return status(store, url, 100).unchanged_since_ms / kDay;
}

std::string digest(const LivingStore& store) {
  return hexadecimal(*store_digest(store.view(), store, 0));
}

TEST(Freshness, unchanged_since_is_the_first_time_of_the_present_content) {
  auto store = new_store();
  see(*store, "http://a.org/", "one text of this page", 1);
  see(*store, "http://a.org/", "one text of this page", 3);
  EXPECT_EQ(unchanged_since_day(*store, "http://a.org/"), 1);
  see(*store, "http://a.org/", "another text of this page", 5);
  see(*store, "http://a.org/", "another text of this page", 9);
  EXPECT_EQ(unchanged_since_day(*store, "http://a.org/"), 5);
  see(*store, "http://a.org/", "one text of this page", 11);
  EXPECT_EQ(unchanged_since_day(*store, "http://a.org/"), 11);
}

TEST(Freshness, unchanged_since_does_not_depend_on_how_versions_are_spread_over_rounds) {
  const std::vector<std::string> texts = support::random_texts(3, 7);
  for (uint32_t history = 0; history < 243; ++history) {
    std::vector<PageUpdate> updates;
    for (uint32_t day = 1, rest = history; day <= 5; ++day, rest /= 3) {
      updates.push_back(
          {.url = "http://a.org/", .text = texts[rest % 3], .version = day, .time_ms = day * kDay});
    }
    auto one = new_store(), several = new_store(), shuffled = new_store();
    ASSERT_TRUE(one->submit(updates));
    for (const PageUpdate& update : updates) ASSERT_TRUE(several->submit({&update, 1}));
    std::reverse(updates.begin(), updates.end());
    ASSERT_TRUE(shuffled->submit(updates));
    int64_t expected = 5;  // by definition: back from the newest while the text is the same
    const auto text_of = [&](int64_t day) { return updates[static_cast<size_t>(5 - day)].text; };
    while (expected > 1 && text_of(expected - 1) == text_of(5)) --expected;
    for (const auto* store : {&one, &several, &shuffled}) {
      EXPECT_EQ(unchanged_since_day(**store, "http://a.org/"), expected) << history;
    }
  }
}

TEST(Freshness, a_late_event_that_shows_another_content_is_a_change) {
  auto store = new_store();
  see(*store, "http://a.org/", "the newer text", 5);
  see(*store, "http://a.org/", "the older text", 2);
  EXPECT_EQ(unchanged_since_day(*store, "http://a.org/"), 5);
  see(*store, "http://b.org/", "the same text", 5);
  see(*store, "http://b.org/", "the same text", 2);
  EXPECT_EQ(unchanged_since_day(*store, "http://b.org/"), 2);
}

TEST(Expiry, old_pages_die_and_others_take_their_place) {
  auto store = new_store();
  see(*store, "http://a.org/", "the text that two pages have", 1);
  see(*store, "http://b.org/x", "the text that two pages have", 20);
  EXPECT_EQ(status(*store, "http://b.org/x", 20).verdict, Verdict::kRemoved);
  auto done = expire_pages(*store, 10 * kDay, {});
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_EQ(done->pages, 2U);
  EXPECT_EQ(done->expired, 1U);
  const StatusAnswer old = status(*store, "http://a.org/", 30);
  EXPECT_EQ(old.verdict, Verdict::kDead);
  EXPECT_EQ(old.http_status, 0);
  EXPECT_EQ(old.last_seen_ms, kDay);
  EXPECT_FALSE(old.recheck_due);
  EXPECT_EQ(status(*store, "http://b.org/x", 30).verdict, Verdict::kKept);
  auto again = expire_pages(*store, 10 * kDay, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->expired, 0U);
  EXPECT_EQ(again->round, done->round);
}

TEST(Expiry, a_tombstone_refuses_what_was_known_and_takes_the_next_fetch) {
  auto store = new_store();
  see(*store, "http://a.org/", "some text", 1);
  ASSERT_TRUE(expire_pages(*store, 10 * kDay, {}));
  see(*store, "http://a.org/", "some text", 1);
  EXPECT_EQ(status(*store, "http://a.org/", 30).verdict, Verdict::kDead);
  see(*store, "http://a.org/", "some text", 12);
  EXPECT_EQ(status(*store, "http://a.org/", 30).verdict, Verdict::kKept);
}

TEST(Expiry, leaves_what_a_store_is_that_never_saw_the_old_pages) {
  const std::vector<std::string> texts = support::random_texts(30, 5);
  auto store = new_store(), young = new_store();
  for (size_t i = 0; i < 120; ++i) {
    const std::string url = "http://site.org/" + std::to_string(i * 7919 % 120);
    const int64_t day = 1 + static_cast<int64_t>(i % 13);
    see(*store, url, texts[i % texts.size()], day);
    if (day >= 6) see(*young, url, texts[i % texts.size()], day);
  }
  auto done = expire_pages(*store, 6 * kDay, {});
  ASSERT_TRUE(done);
  EXPECT_GT(done->expired, 20U);
  EXPECT_EQ(digest(*store), digest(*young));
  auto checked = check_store(*store, {});
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
}

TEST(Expiry, can_be_cancelled) {
  auto store = new_store();
  see(*store, "http://a.org/", "some text", 1);
  auto done = expire_pages(*store, 10 * kDay, [](const Progress&) { return false; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), StatusCode::kCancelled);
  EXPECT_EQ(status(*store, "http://a.org/", 30).verdict, Verdict::kKept);
}

TEST(Recheck, lists_the_pages_that_status_calls_due) {
  auto store = new_store();
  see(*store, "http://often.org/", "first", 1);
  see(*store, "http://often.org/", "second", 10);
  see(*store, "http://rarely.org/", "the same for long", 1);
  see(*store, "http://rarely.org/", "the same for long", 10);
  see(*store, "http://seen.org/once", "the same for long", 10);
  const PageUpdate dead{.kind = Kind::kDead,
                        .url = "http://dead.org/",
                        .version = 10,
                        .time_ms = 10 * kDay,
                        .http_status = 404};
  ASSERT_TRUE(store->submit({&dead, 1}));
  for (int64_t day : {10, 11, 12, 17, 18, 19, 20, 60}) {
    std::string lines;
    ASSERT_TRUE(export_recheck(*store, "neutral", day * kDay, [&](std::string_view line) {
                  lines += line;
                  return Status();
                }).ok());
    for (const char* url :
         {"http://often.org/", "http://rarely.org/", "http://seen.org/once", "http://dead.org/"}) {
      const bool listed = lines.find("\"url\": \"" + std::string(url) + "\"") != lines.npos;
      EXPECT_EQ(listed, status(*store, url, day).recheck_due) << url << " on day " << day;
    }
    EXPECT_EQ(lines.find("often") != lines.npos, day > 11);
    EXPECT_EQ(lines.find("\"url\": \"http://rarely") != lines.npos, day > 19);
    EXPECT_EQ(lines.find("\"removed\", \"kept\": \"http://rarely.org/\"") != lines.npos, day > 17);
  }
}

TEST(Ages, are_part_of_every_answer) {
  auto store = new_store();
  see(*store, "http://a.org/", "a text of some length for both", 10);
  see(*store, "http://b.org/x", "a text of some length for both", 10);
  auto group = group_answer(*store, "http://a.org/", "neutral", 30 * kDay);
  ASSERT_TRUE(group);
  ASSERT_EQ(group->members.size(), 2U);
  EXPECT_EQ(group->members[1].seen.age_ms, 20 * kDay);
  EXPECT_TRUE(group->members[1].seen.recheck_due);
  auto similar = similar_pages(*store, "a text of some length for both", {.now_ms = 12 * kDay});
  ASSERT_TRUE(similar);
  ASSERT_EQ(similar->size(), 1U);
  EXPECT_EQ((*similar)[0].seen.age_ms, 2 * kDay);
  EXPECT_FALSE((*similar)[0].seen.recheck_due);
}

}  // namespace
}  // namespace doppel::store_queries
