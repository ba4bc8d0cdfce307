#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <random>
#include <stdexcept>
#include <type_traits>

#include "doppel/dedup.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::TempFolder;

constexpr const char* kFox =
    "the quick brown fox jumps over the lazy dog while the old farmer looks on from his porch and "
    "wonders whether the dog will ever wake up and chase something again before the winter comes "
    "and the snow covers the fields the fences and the quiet road to the village";

TEST(Deduplicator, names_the_page_kept_instead_with_the_proof) {
  Deduplicator d;
  d.add(kFox, {.url = "https://example.org/fox"});
  d.add(std::string(kFox) + ".", {.url = "https://example.org/fox?print=1"});
  d.add(kFox, {.url = "https://mirror.example.org/fox"});
  d.add(std::string(kFox) + " today", {.url = "http://example.org/fox"});
  d.add("something else entirely");
  auto found = d.finish();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 3U);
  EXPECT_EQ((*found)[0].removed, 1U);
  EXPECT_EQ((*found)[0].level, Level::kWords);
  EXPECT_EQ((*found)[1].removed, 2U);
  EXPECT_EQ((*found)[1].level, Level::kBytes);
  EXPECT_EQ((*found)[2].removed, 3U);
  EXPECT_EQ((*found)[2].level, Level::kNear);
  for (const Certificate& c : *found) {
    EXPECT_EQ(c.kept, 0U);
    EXPECT_EQ(c.group, 1U);
    EXPECT_TRUE(c.similarity.at_least({4, 5}));
  }
  EXPECT_EQ((*found)[2].similarity.left_only, 1U);
}

TEST(Deduplicator, facts_need_not_outlive_the_call) {
  Deduplicator d;
  {
    std::string url = "https://example.org/a-rather-long-address";
    d.add("a b c d e f", {.url = url});
    url.assign(url.size(), 'x');
  }
  d.add("a b c d e f", {.url = "https://example.org/a-rather-long-addresx"});
  auto found = d.finish();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ((*found)[0].removed, 1U);
}

TEST(Deduplicator, prefers_what_is_named_as_canonical_and_then_what_was_seen_earlier) {
  struct Case {
    PageFacts first, second;
    uint64_t kept;
  };
  const Case cases[] = {
      {{.url = "https://a.org/x"}, {.url = "http://a.org/long", .canonical = "/long"}, 1},
      {{.url = "http://a.org/x", .canonical = "http://a.org/long"},
       {.url = "http://a.org/long"},
       1},
      {{.url = "http://b.org/x", .canonical = "http://a.org/long"},
       {.url = "http://a.org/long"},
       0},
      {{.url = "http://a.org/1", .first_seen_ms = 2},
       {.url = "http://a.org/2", .first_seen_ms = 1},
       1},
      {{.url = "http://a.org/1"}, {.url = "http://a.org/2", .first_seen_ms = 1}, 1},
      {{.url = "http://a.org/1"}, {.url = "http://a.org/2"}, 0}};
  for (const Case& one : cases) {
    Deduplicator d;
    d.add(kFox, one.first);
    d.add(kFox, one.second);
    auto found = d.finish();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ((*found)[0].kept, one.kept) << one.first.url << " " << one.second.url;
  }
}

TEST(Deduplicator, a_predicate_it_cannot_carry_out_is_an_error) {
  Deduplicator d({.predicate = {.measure = Measure::kCosine}});
  d.add("x");
  auto found = d.finish();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), StatusCode::kInvalidArgument);
}

TEST(Deduplicator, no_pages_no_removals) {
  auto found = Deduplicator().finish();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

// The kept set does not depend on the order in which pages are added: URLs make the winner order
// total.
TEST(Deduplicator, the_kept_set_does_not_depend_on_the_order_of_arrival) {
  std::mt19937 random(17);
  std::vector<std::string> texts = {"alpha"};
  for (int i = 1; i < 60; ++i) {
    std::string text = texts[random() % texts.size()];
    for (size_t n = 1 + random() % 3; n > 0; --n) text += " word" + std::to_string(random() % 30);
    texts.push_back(text);
  }
  auto kept = [&](const std::vector<size_t>& order) {
    Deduplicator d({.predicate = {.rules = {.k = 2}, .threshold = {1, 2}}});
    std::vector<std::string> urls;
    for (size_t i : order) urls.push_back("http://example.org/" + std::to_string(i));
    for (size_t n = 0; n < order.size(); ++n) d.add(texts[order[n]], {.url = urls[n]});
    std::vector<bool> out(texts.size(), true);
    for (const Certificate& c : *d.finish()) out[order[c.removed]] = false;
    return out;
  };
  std::vector<size_t> order(texts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto truth = kept(order);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    ASSERT_EQ(kept(order), truth);
  }
}

// Pages of which many resemble others, with about 2,000 distinct texts.
std::vector<std::string> many_texts() {
  std::mt19937 random(18);
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    std::string text;
    for (int n = 0; n < 100; ++n) text += "word" + std::to_string(random() % 3000) + " ";
    texts.push_back(text);
    texts.push_back(text + "more");
    texts.push_back(text);
  }
  return texts;
}

std::vector<Certificate> certificates(const std::vector<std::string>& texts,
                                      const RunOptions& options) {
  Deduplicator d(options);
  for (const std::string& text : texts) d.add(text);
  auto found = d.finish();
  EXPECT_TRUE(found) << found.error().message();
  return found.value_or({});
}

TEST(Deduplicator, threads_memory_and_strategy_change_no_certificate) {
  const std::vector<std::string> texts = many_texts();
  const std::vector<Certificate> truth = certificates(texts, {.threads = 1});
  EXPECT_EQ(truth.size(), 2000U);
  EXPECT_EQ(certificates(texts, {.threads = 4}), truth);
  EXPECT_EQ(certificates(texts, {.threads = 1, .memory_bytes = 1}), truth);
  EXPECT_EQ(certificates(texts, {.threads = 4, .memory_bytes = 1}), truth);
  EXPECT_EQ(certificates(texts, {.strategy = Strategy::kExact}), truth);
  EXPECT_EQ(certificates(texts, {.strategy = Strategy::kScan, .memory_bytes = 1}), truth);
}

TEST(Deduplicator, keeps_the_longest_when_asked_to) {
  Deduplicator d({.keep = Keep::kLongest});
  const std::string reply = std::string(kFox) + " or so they say";
  d.add(kFox, {.url = "https://example.org/", .score = 900});
  EXPECT_EQ(*d.would_remove(reply), std::nullopt);
  d.add(reply, {.url = "http://example.org/thread?reply=1"});
  EXPECT_EQ(d.would_remove(kFox, {.url = "https://a.org/"})->value().kept, 1U);
  // Punctuation is not a word, so this page is as long as the reply and is preferred by its URL.
  EXPECT_EQ(*d.would_remove(reply + " !!!", {.url = "https://a.org/"}), std::nullopt);
  auto found = d.finish();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().removed, 0U);
  EXPECT_EQ(found->front().similarity.left_only, 0U);
}

// Nothing of a page is lost when another page contains it.
TEST(Deduplicator, of_pages_that_contain_each_other_the_longest_is_kept) {
  const std::vector<std::string> texts = many_texts();  // in threes: a text, with "more", again
  const std::vector<Certificate> truth =
      certificates(texts, {.threads = 1, .keep = Keep::kLongest});
  EXPECT_EQ(truth.size(), 2000U);
  for (const Certificate& c : truth) {
    EXPECT_EQ(c.kept % 3, 1U);
    EXPECT_EQ(c.similarity.left_only, 0U);
  }
  for (Strategy strategy : {Strategy::kLsh, Strategy::kExact, Strategy::kScan}) {
    for (uint64_t memory : {uint64_t{0}, uint64_t{1}}) {
      EXPECT_EQ(
          certificates(
              texts,
              {.strategy = strategy, .threads = 4, .keep = Keep::kLongest, .memory_bytes = memory}),
          truth);
    }
  }
}

TEST(Deduplicator, what_does_not_fit_in_memory_needs_a_temporary_folder) {
  const char* before = std::getenv("TMPDIR");
  TempFolder folder;
  setenv("TMPDIR", folder.path("").c_str(), 1);
  Deduplicator small({.memory_bytes = 1});
  std::filesystem::remove_all(folder.path(""));
  small.add(kFox);
  before != nullptr ? setenv("TMPDIR", before, 1) : unsetenv("TMPDIR");
  auto found = small.finish();
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message().find("texts: no such file"), std::string::npos)
      << found.error().message();
}

TEST(Deduplicator, progress_is_reported_and_can_cancel) {
  for (bool go_on : {true, false}) {
    Deduplicator d;
    d.add(kFox);
    int calls = 0;
    auto found = d.finish([&](const Progress& progress) {
      EXPECT_EQ(progress.phase, "compare");
      ++calls;
      return go_on;
    });
    EXPECT_GE(calls, 1);
    EXPECT_EQ(found.status().code(), go_on ? StatusCode::kOk : StatusCode::kCancelled);
  }
}

TEST(Deduplicator, what_progress_throws_is_an_error) {
  Deduplicator d;
  auto found = d.finish([](const Progress&) -> bool { throw std::runtime_error("no"); });
  EXPECT_EQ(found.status().code(), StatusCode::kIo);
}

TEST(Deduplicator, finishes_once_and_where_it_was_moved_to) {
  Deduplicator first;
  first.add(kFox);
  Deduplicator second = std::move(first);
  second.add(kFox);
  EXPECT_EQ(first.finish().status().code(), StatusCode::kInvalidArgument);  // NOLINT: moved from
  auto found = second.finish();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 1U);
  EXPECT_EQ(second.finish().status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(second.add(kFox), 2U);
}

TEST(Deduplicator, says_beforehand_what_a_page_would_be_removed_for) {
  Deduplicator d;
  EXPECT_EQ(*d.would_remove(kFox), std::nullopt);
  d.add(kFox, {.url = "http://example.org/fox"});
  d.add("something else entirely");
  const std::string near = std::string(kFox) + " today";
  const PageFacts longer{.url = "http://example.org/fox/longer"};

  auto equal = d.would_remove(kFox, {.url = "http://example.org/fox?print=1"});
  ASSERT_TRUE(equal);
  ASSERT_TRUE(*equal);
  EXPECT_EQ((*equal)->kept, 0U);
  EXPECT_EQ((*equal)->level, Level::kBytes);
  EXPECT_EQ(d.would_remove(std::string(kFox) + "!", longer)->value().level, Level::kWords);
  EXPECT_EQ(d.would_remove(near, longer)->value().level, Level::kNear);
  EXPECT_EQ(d.would_remove(near, longer)->value().similarity.left_only, 1U);
  EXPECT_EQ(*d.would_remove("nobody has seen this one"), std::nullopt);
  // The page would be preferred, and page 0 would be removed for it.
  EXPECT_EQ(*d.would_remove(near, {.url = "https://example.org/"}), std::nullopt);

  EXPECT_EQ(d.add(near, {.url = "https://example.org/"}), 2U);
  EXPECT_EQ(d.would_remove(kFox, longer)->value().kept, 2U);
  auto found = d.finish();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().removed, 0U);
  EXPECT_EQ(d.would_remove(kFox).status().code(), StatusCode::kInvalidArgument);
}

TEST(Deduplicator, answers_from_texts_on_disk) {
  const std::vector<std::string> texts = many_texts();
  Deduplicator d({.memory_bytes = 1});
  for (const std::string& text : texts) d.add(text);
  for (size_t i = 0; i < texts.size(); i += 100) {
    auto answer = d.would_remove(texts[i] + " last");
    ASSERT_TRUE(answer) << answer.error().message();
    EXPECT_EQ(answer->value().kept, i / 3 * 3);
  }
  EXPECT_EQ(d.finish()->size(), 2000U);
}

TEST(Deduplicator, a_question_reports_what_failed_before) {
  Deduplicator d({.predicate = {.measure = Measure::kCosine}});
  EXPECT_EQ(d.would_remove("x").status().code(), StatusCode::kInvalidArgument);
}

static_assert(std::is_nothrow_default_constructible_v<Deduplicator>);
static_assert(std::is_nothrow_move_constructible_v<Deduplicator>);
static_assert(std::is_nothrow_move_assignable_v<Deduplicator>);
static_assert(noexcept(std::declval<Deduplicator&>().add({})));
static_assert(noexcept(std::declval<Deduplicator&>().would_remove({})));
static_assert(noexcept(std::declval<Deduplicator&>().finish({})));

}  // namespace
}  // namespace doppel
