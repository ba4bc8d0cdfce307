#include "texts/shingle_sets.h"

#include <gtest/gtest.h>

#include <thread>

#include "texts/view_signer.h"

namespace doppel::texts {
namespace {

const auto kNoAdvance = [](uint64_t) { return Status(); };

// One page with two views, and a text with one.
class ShingleSetsTest : public testing::Test {
 protected:
  ShingleSetsTest() {
    Arena arena;
    ViewSigner signer{rules_};
    for (std::string_view text :
         {store_views("a b c d e f g", "menu\na b c d e f g\nimprint", "t", arena),
          std::string_view("one two three four five six")}) {
      by_rank_.push_back(table_.add(text, signer.identify(text))->text);
    }
  }
  ShingleSets sets(uint64_t keep_bytes = UINT64_MAX) {
    return ShingleSets(table_, rules_, by_rank_, keep_bytes);
  }
  std::vector<uint64_t> set_of(std::string_view text) {
    Signer signer(rules_);
    similarity::Overlap overlap;
    const auto keyed = shingle_set(text, signer, overlap).keyed;
    return {keyed.begin(), keyed.end()};
  }
  static std::vector<uint64_t> set_of(const ShingleSets& sets, Rank text, View view) {
    auto maker = sets.take_maker();
    const auto found = *sets.shingles(text, *maker, view);
    std::vector<uint64_t> out(found.begin(), found.end());
    sets.give_maker(std::move(maker));
    return out;
  }

  TextRules rules_;
  MemoryTexts store_;
  TextTable table_{rules_, store_};
  std::vector<TextId> by_rank_;
  std::vector<Rank> all_ = {0, 1};
  ThreadPool pool_{2};
};

TEST_F(ShingleSetsTest, are_made_of_both_views) {
  ShingleSets made = sets();
  ASSERT_TRUE(made.make(all_, pool_, kNoAdvance).ok());
  EXPECT_TRUE(made.is_made(0) && made.is_made(0, View::kFull));
  EXPECT_EQ(made.parity_bitmap(0).size, 3U);
  EXPECT_EQ(made.parity_bitmap(0, View::kFull).size, 5U);
  EXPECT_EQ(made.parity_bitmap(1, View::kFull).words, made.parity_bitmap(1).words);
}

TEST_F(ShingleSetsTest, of_full_texts_can_be_left_out_and_are_kept_when_asked_for) {
  ShingleSets made = sets();
  ASSERT_TRUE(made.make(all_, pool_, kNoAdvance, View::kMain).ok());
  EXPECT_TRUE(made.is_made(0) && made.is_made(1));
  EXPECT_FALSE(made.is_made(0, View::kFull));
  EXPECT_TRUE(made.is_made(1, View::kFull)) << "its main content is all of it";
  const auto full = set_of("menu a b c d e f g imprint");
  EXPECT_EQ(set_of(made, 0, View::kFull), full);
  auto maker = made.take_maker();
  auto again = made.shingles(0, *maker, View::kFull);
  ASSERT_TRUE(again);
  EXPECT_TRUE(made.is_kept(*again, 0, View::kFull));
  EXPECT_FALSE(made.is_made(0, View::kFull)) << "a set alone has no bitmap";
  made.give_maker(std::move(maker));
  ASSERT_TRUE(made.make(all_, pool_, kNoAdvance).ok());
  EXPECT_EQ(made.parity_bitmap(0, View::kFull).size, full.size());
  EXPECT_EQ(set_of(made, 0, View::kFull), full);
}

TEST_F(ShingleSetsTest, that_are_not_kept_are_read_again) {
  ShingleSets made = sets(0);
  ASSERT_TRUE(made.make(all_, pool_, kNoAdvance).ok());
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(set_of(made, 0, View::kMain), set_of("a b c d e f g"));
    EXPECT_EQ(set_of(made, 0, View::kFull), set_of("menu a b c d e f g imprint"));
  }
  auto maker = made.take_maker();
  auto set = made.shingles(0, *maker, View::kFull);
  ASSERT_TRUE(set);
  EXPECT_FALSE(made.is_kept(*set, 0, View::kFull));
  made.give_maker(std::move(maker));
}

TEST_F(ShingleSetsTest, threads_may_ask_for_one_set_at_the_same_time) {
  ShingleSets made = sets();
  ASSERT_TRUE(made.make(all_, pool_, kNoAdvance, View::kMain).ok());
  const auto full = set_of("menu a b c d e f g imprint");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(set_of(made, 0, View::kFull), full); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace doppel::texts
