#include "corpus/memory_plan.h"

#include <gtest/gtest.h>

#include "support/input_folder.h"
#include "support/packed.h"

namespace doppel::corpus {
namespace {

using support::gzip;
using support::InputFolder;

constexpr uint64_t kMB = 1'000'000;
constexpr CorpusSize kSize{.text_bytes = 3000 * kMB, .records = 1'000'000};

TEST(MemoryPlan, puts_nothing_on_disk_when_everything_fits) {
  const MemoryPlan plan = plan_memory(100'000 * kMB, kSize, 21, 1);
  EXPECT_FALSE(plan.texts_on_disk);
  EXPECT_FALSE(plan.keys_on_disk);
  EXPECT_FALSE(plan.tables_on_disk);
  EXPECT_GT(plan.need, kSize.text_bytes);
}

TEST(MemoryPlan, puts_texts_on_disk_first) {
  const MemoryPlan plan = plan_memory(1000 * kMB, kSize, 21, 1);
  EXPECT_TRUE(plan.texts_on_disk);
  EXPECT_FALSE(plan.keys_on_disk);
}

TEST(MemoryPlan, puts_keys_on_disk_next) {
  const MemoryPlan plan = plan_memory(600 * kMB, kSize, 21, 1);
  EXPECT_TRUE(plan.texts_on_disk);
  EXPECT_TRUE(plan.keys_on_disk);
}

TEST(MemoryPlan, puts_tables_on_disk_last) {
  EXPECT_FALSE(plan_memory(600 * kMB, kSize, 21, 1).tables_on_disk);
  const MemoryPlan plan = plan_memory(400 * kMB, kSize, 21, 1);
  EXPECT_TRUE(plan.texts_on_disk && plan.keys_on_disk && plan.tables_on_disk);
  EXPECT_LT(plan.least, plan.limit);
  EXPECT_LT(plan.keep_set_bytes + plan.sort_bytes, plan.limit - plan.least);
}

TEST(MemoryPlan, what_stays_in_memory_does_not_grow_with_the_records) {
  const CorpusSize larger{.text_bytes = 10 * kSize.text_bytes, .records = 10 * kSize.records};
  EXPECT_EQ(plan_memory(0, larger, 21, 1).least, plan_memory(0, kSize, 21, 1).least);
}

TEST(MemoryPlan, has_something_for_sorting_in_any_limit) {
  const MemoryPlan plan = plan_memory(1, kSize, 21, 8);
  EXPECT_TRUE(plan.texts_on_disk);
  EXPECT_TRUE(plan.keys_on_disk);
  EXPECT_GT(plan.sort_bytes, 0u);
  EXPECT_EQ(plan.keep_set_bytes, 0u);
  EXPECT_GT(plan.least, plan.limit);
}

TEST(MemoryPlan, never_plans_more_than_the_limit_when_it_can) {
  for (uint64_t limit = 60 * kMB; limit < 5000 * kMB; limit += 100 * kMB) {
    const MemoryPlan plan = plan_memory(limit, kSize, 21, 1);
    uint64_t planned = plan.least + plan.keep_set_bytes;
    planned += plan.tables_on_disk ? 0 : kSize.records * 450;
    planned += plan.texts_on_disk ? 0 : kSize.text_bytes;
    planned += plan.keys_on_disk ? plan.sort_bytes : kSize.records * 21 * 8;
    if (plan.tables_on_disk) planned += plan.resident_table_bytes;
    EXPECT_LE(planned, limit);
  }
}

TEST(MemoryPlan, counts_no_texts_that_can_be_read_again) {
  InputFolder folder;
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += R"({"text": "number )" + std::to_string(i) + "\"}\n";
  const std::string packed = gzip(lines);
  const ingest::Input plain = folder.input("a.jsonl", lines);
  const ingest::Input gzip = folder.input("b.jsonl.gz", packed);
  auto size = estimate_corpus_size({plain}, {});
  ASSERT_TRUE(size);
  EXPECT_EQ(size->text_bytes, 0U);
  EXPECT_GE(size->records, 100U);
  size = estimate_corpus_size({plain, gzip}, {});
  ASSERT_TRUE(size);
  EXPECT_EQ(size->text_bytes, 5 * packed.size());
}

TEST(MemoryPlan, counts_keys_and_bitmaps_of_both_views) {
  CorpusSize both = kSize;
  both.two_views = true;
  const MemoryPlan one_view = plan_memory(0, kSize, 21, 1), two_views = plan_memory(0, both, 21, 1);
  EXPECT_GE(two_views.need, one_view.need + kSize.records * 21 * 8);
  EXPECT_EQ(two_views.least, one_view.least);
  // What one view leaves in memory may be too much with two.
  const uint64_t limit = plan_memory(0, kSize, 21, 1).need;
  EXPECT_FALSE(plan_memory(limit, kSize, 21, 1).texts_on_disk);
  EXPECT_TRUE(plan_memory(limit, both, 21, 1).texts_on_disk);
  EXPECT_FALSE(plan_memory(700 * kMB, kSize, 21, 1).keys_on_disk);
  EXPECT_TRUE(plan_memory(700 * kMB, both, 21, 1).keys_on_disk);
  EXPECT_FALSE(plan_memory(550 * kMB, kSize, 21, 1).tables_on_disk);
  EXPECT_TRUE(plan_memory(550 * kMB, both, 21, 1).tables_on_disk);
}

TEST(MemoryPlan, pages_in_html_have_two_views) {
  InputFolder folder;
  const ingest::Input lines = folder.input("a.jsonl", "{\"text\": \"some words\"}\n");
  const ingest::Input page = folder.input("b.html", "<title>t</title><p>some words");
  const auto two_views = [](const std::vector<ingest::Input>& inputs, View view) {
    auto size = estimate_corpus_size(inputs, {.view = view});
    EXPECT_TRUE(size);
    return size && size->two_views;
  };
  EXPECT_FALSE(two_views({lines}, View::kAny)) << "plain text has one view";
  EXPECT_TRUE(two_views({page}, View::kAny));
  EXPECT_TRUE(two_views({lines, page}, View::kAny));
  EXPECT_FALSE(two_views({page}, View::kMain));
  EXPECT_FALSE(two_views({page}, View::kFull));
}

// One long record says nothing about the short ones in the files after it.
TEST(MemoryPlan, looks_at_all_inputs) {
  InputFolder folder;
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "{\"text\": \"" + std::to_string(i) + "\"}\n";
  const ingest::Input one =
      folder.input("a.jsonl", "{\"text\": \"" + std::string(200'000, 'x') + "\"}\n");
  const ingest::Input lines = folder.input("b.jsonl", many);
  auto size = estimate_corpus_size({one, lines}, {});
  ASSERT_TRUE(size);
  EXPECT_GE(size->records, 10'000U);
}

TEST(MemoryPlan, looks_at_small_inputs_between_large_ones) {
  InputFolder folder;
  std::vector<ingest::Input> inputs;
  inputs.push_back(folder.input("a.jsonl", "{\"text\": \"" + std::string(300'000, 'x') + "\"}\n"));
  for (int i = 0; i < 1000; ++i) {
    inputs.push_back(
        folder.input(std::to_string(i) + ".jsonl", "{\"text\": \"a\"}\n{\"text\": \"b\"}\n"));
  }
  auto size = estimate_corpus_size(inputs, {});
  ASSERT_TRUE(size);
  EXPECT_GE(size->records, 2001U);
  EXPECT_LE(size->records, 3000U);
}

TEST(MemoryPlan, knows_the_machine) { EXPECT_GT(plan_memory(0, kSize, 21, 1).limit, 100 * kMB); }

}  // namespace
}  // namespace doppel::corpus
