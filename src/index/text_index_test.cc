#include "index/text_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "doppel/text.h"
#include "similarity/sets.h"
#include "support/expect_pairs.h"
#include "support/index_rules.h"
#include "support/random_texts.h"

namespace doppel::index {
namespace {

using support::ById, support::index_rules, support::random_texts;

class TextIndexTest : public testing::TestWithParam<Strategy> {
 protected:
  std::optional<similarity::VerifiedPair> truth(const std::string& a, const std::string& b) const {
    const TextRules& rules = rules_.predicate.rules;
    const auto found = similarity::similarity_at_least(shingles(a, rules), shingles(b, rules),
                                                       rules_.predicate.threshold);
    if (!found) return std::nullopt;
    return similarity::VerifiedPair{*found, View::kMain};
  }

  IndexRules rules_ = index_rules(GetParam());
  TextsInMemory texts_;
  TextIndex index_{rules_, texts_};
  ById by_id_;
};
INSTANTIATE_TEST_SUITE_P(Strategies, TextIndexTest,
                         testing::Values(Strategy::kLsh, Strategy::kExact, Strategy::kScan));

// Every pair that the strategy can find is found, from both sides, and no other.
TEST_P(TextIndexTest, finds_the_pairs_of_the_living_texts_through_any_history) {
  const auto pool = support::random_texts(120, 3);
  std::mt19937 random(7);
  std::map<StoredTextId, std::string> living;
  size_t pairs = 0, found_pairs = 0;
  for (int step = 0; step < 600; ++step) {
    const std::string& text = pool[random() % pool.size()];
    auto added = index_.add(text);
    ASSERT_TRUE(added);
    if (living.contains(added->id)) {
      EXPECT_FALSE(added->is_new);
      if (random() % 2 == 0) continue;
      ASSERT_TRUE(index_.change({.gone = std::vector{added->id}}, by_id_));
      living.erase(added->id);
      if (random() % 3 == 0) continue;
      ASSERT_TRUE(index_.forget(added->id).ok());
    } else {
      ASSERT_TRUE(index_.change({.came = std::vector{added->id}}, by_id_));
      living[added->id] = text;
    }
    EXPECT_EQ(index_.size(), living.size());
    if (step % 10 != 0) continue;
    for (const auto& [id, own] : living) {
      support::expect_pairs(
          index_, id, living,
          [&](const std::string& a, const std::string& b) { return truth(a, b); },
          [&](StoredTextId, const similarity::VerifiedPair&, bool is_candidate) {
            ++pairs;
            found_pairs += is_candidate;
          });
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  ASSERT_GT(pairs, 500U);
  if (GetParam() == Strategy::kLsh) {
    EXPECT_GT(found_pairs, pairs * 99 / 100);
  } else {
    EXPECT_EQ(found_pairs, pairs);
  }
}

TEST_P(TextIndexTest, a_change_is_taken_back) {
  const auto pool = support::random_texts(60, 5);
  std::vector<StoredTextId> ids;
  for (const std::string& text : pool) {
    auto added = index_.add(text);
    if (added->is_new) ids.push_back(added->id);
  }
  const std::vector<StoredTextId> old(ids.begin(), ids.begin() + 30),
      later(ids.begin() + 30, ids.end());
  ASSERT_TRUE(index_.change({.came = old}, by_id_));
  const auto answers = [&] {
    std::map<StoredTextId, std::vector<StoredTextId>> out;
    for (StoredTextId id : ids) EXPECT_TRUE(index_.candidates(id, out[id]).ok());
    return out;
  };
  const auto before = answers();
  const std::vector<StoredTextId> going(old.begin(), old.begin() + 10);
  for (int times = 0; times < 3; ++times) {
    ASSERT_TRUE(index_.change({.came = later, .gone = going}, by_id_));
    EXPECT_NE(answers(), before);
    index_.undo_change();
    EXPECT_EQ(answers(), before);
    EXPECT_NE(index_.signature(later.front()).words_hash, Hash128());  // it has not come yet
    index_.undo_change();  // there is nothing left to undo
    EXPECT_EQ(answers(), before);
  }
  ASSERT_TRUE(index_.change({.came = later, .gone = going}, by_id_));
  EXPECT_EQ(index_.size(), ids.size() - 10);
}

TEST_P(TextIndexTest, what_makes_no_sense_changes_nothing) {
  const auto a = index_.add("one text of some words here"), b = index_.add("another text");
  ASSERT_TRUE(index_.change({.came = std::vector{a->id}}, by_id_));
  const StoredTextId unknown{99};
  using Ids = std::vector<StoredTextId>;
  const std::vector<std::pair<Ids, Ids>> changes = {
      {{unknown}, {}},      {{}, {unknown}},      {{a->id}, {}},      {{}, {b->id}},
      {{b->id, b->id}, {}}, {{}, {a->id, a->id}}, {{b->id}, {b->id}}, {{b->id, unknown}, {a->id}},
  };
  for (const auto& [came, gone] : changes) {
    auto shift = index_.change({.came = came, .gone = gone}, by_id_);
    ASSERT_FALSE(shift);
    EXPECT_EQ(shift.error().code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(index_.size(), 1U);
  }
  std::vector<StoredTextId> none;
  EXPECT_FALSE(index_.candidates(unknown, none).ok());
  EXPECT_FALSE(index_.verify(a->id, unknown));
  EXPECT_FALSE(index_.forget(unknown).ok());
  EXPECT_FALSE(index_.forget(a->id).ok());  // it is living
  EXPECT_TRUE(index_.forget(b->id).ok());
  EXPECT_FALSE(index_.forget(b->id).ok());
}

TEST_P(TextIndexTest, equal_texts_are_one_and_ids_are_never_used_again) {
  const auto a = index_.add("Hello, world"), again = index_.add("hello   WORLD!");
  EXPECT_TRUE(a->is_new);
  EXPECT_FALSE(again->is_new);
  EXPECT_EQ(again->id, a->id);
  EXPECT_NE(index_.add("...")->id, index_.add("!!!")->id);
  ASSERT_TRUE(index_.forget(a->id).ok());
  EXPECT_FALSE(index_.knows(a->id));
  const auto third = index_.add("Hello, world");
  EXPECT_TRUE(third->is_new);
  EXPECT_GT(third->id, a->id);
}

TEST_P(TextIndexTest, opens_from_what_was_stored) {
  const auto pool = support::random_texts(80, 9);
  struct Row {
    StoredSignature signature;
    std::vector<uint32_t> keys;
    std::vector<uint64_t> bitmap;
  };
  std::vector<Row> rows;
  std::vector<StoredTextId> ids;
  for (const std::string& text : pool) {
    auto added = index_.add(text);
    if (!added->is_new) continue;
    ids.push_back(added->id);
    const StoredSignature made = index_.signature(added->id);
    rows.push_back({made,
                    {made.main.keys.begin(), made.main.keys.end()},
                    {made.main.bitmap.begin(), made.main.bitmap.end()}});
  }
  ASSERT_TRUE(index_.change({.came = ids}, by_id_));
  std::vector<StoredSignature> stored;
  for (Row& row : rows) {
    row.signature.main.keys = row.keys;
    row.signature.main.bitmap = row.bitmap;
    stored.push_back(row.signature);
  }
  TextIndex opened(rules_, texts_);
  ASSERT_TRUE(opened.load(stored, index_.next_id(), by_id_).ok());
  EXPECT_EQ(opened.size(), index_.size());
  for (StoredTextId id : ids) {
    std::vector<StoredTextId> want, have;
    ASSERT_TRUE(index_.candidates(id, want).ok());
    ASSERT_TRUE(opened.candidates(id, have).ok());
    EXPECT_EQ(have, want);
  }
  EXPECT_EQ(opened.add(pool[0])->id, ids[0]);
  EXPECT_GT(opened.add("a text that nobody has seen")->id, ids.back());
}

// An index with band keys is opened without reading a text.
TEST(TextIndex, opens_without_a_text) {
  class Unreadable : public TextsInMemory {
   public:
    Result<std::string_view> text(StoredTextId, std::string&) const override {
      return corrupt("nobody reads here");
    }
  } texts;
  TextIndex index(index_rules(Strategy::kLsh), texts);
  const std::vector<uint32_t> keys(index_rules(Strategy::kLsh).banding.bands, 7);
  const std::vector<uint64_t> bitmap(8, 0);
  std::vector<StoredSignature> stored;
  for (uint64_t i = 1; i <= 1000; ++i) stored.push_back({{i}, {i * 31, i}, {20, keys, bitmap}});
  ASSERT_TRUE(index.load(stored, {1001}, ById()).ok());
  std::vector<StoredTextId> found;
  ASSERT_TRUE(index.candidates({5}, found).ok());
  EXPECT_EQ(found.size(), 999U);  // it is one of the 512 most preferred
  found.clear();
  ASSERT_TRUE(index.candidates({900}, found).ok());
  EXPECT_EQ(found.size(), 512U);
}

// An attacker may write texts with the same hash of words, by which they are found.
TEST_P(TextIndexTest, texts_of_one_forged_hash_are_told_apart) {
  const std::vector<std::string> texts = {"one text of words", "another text", "a third text",
                                          "!?"};
  const Hash128 forged{1, 2};
  const std::vector<uint64_t> bitmap(8, 0);
  std::vector<StoredSignature> stored;
  for (uint64_t i = 0; i < texts.size(); ++i) {
    ASSERT_TRUE(texts_.put({i + 1}, texts[i]).ok());
    stored.push_back({.id = {i + 1}, .words_hash = forged, .main = {.bitmap = bitmap}});
  }
  ASSERT_TRUE(index_.load(stored, {100}, by_id_).ok());
  for (uint64_t i = 1; i < texts.size(); ++i) EXPECT_EQ(index_.add(texts[i])->id.value, i + 1);
  EXPECT_TRUE(index_.add("a text that nobody has")->is_new);
  ASSERT_TRUE(index_.change({.gone = std::vector<StoredTextId>{{2}}}, by_id_));
  ASSERT_TRUE(index_.forget({2}).ok());
  EXPECT_TRUE(index_.add(texts[1])->is_new);
  EXPECT_EQ(index_.add(texts[2])->id.value, 3U);
}

// Any number of equal texts are one text.
TEST_P(TextIndexTest, equal_texts_cost_nothing) {
  ASSERT_TRUE(index_.add("the same again and again"));
  const size_t before = index_.bytes().identities;
  for (int i = 0; i < 10'000; ++i) EXPECT_FALSE(index_.add("the same again and again")->is_new);
  EXPECT_EQ(index_.bytes().identities, before);
}

}  // namespace
}  // namespace doppel::index
