// Texts with two views that come and go, compared with the rule, applied here to sets and words.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "index/signature_row.h"
#include "index/text_index.h"
#include "support/expect_pairs.h"
#include "support/index_rules.h"
#include "support/page_truth.h"

namespace doppel::index {
namespace {

using support::ById, support::index_rules, support::stored_page;
using Ids = std::vector<StoredTextId>;

std::string words(std::mt19937& random, size_t count, uint32_t vocabulary) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += "w" + std::to_string(random() % vocabulary) + " ";
  return out;
}

std::string with_edits(std::string text, std::mt19937& random, size_t edits) {
  for (size_t i = 0; i < edits; ++i) {
    const size_t at = text.find('w', random() % text.size());
    if (at != text.npos) text.replace(at, 1, "e" + std::to_string(random() % 9));
  }
  return text;
}

// Families of pages: contents with edits, in one of several frames, under one of several titles;
// and texts with one view that are such a content or such a page.
std::vector<std::string> random_pool(uint32_t seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<std::string> contents, frames,
      titles = {"", "w1 w2", "W1, w2", "w3 nowhere", "nowhere at all"};
  for (int i = 0; i < 6; ++i) contents.push_back(words(random, i % 2 == 0 ? 40 : 230, 400));
  for (int i = 0; i < 4; ++i) frames.push_back(words(random, 5 + random() % 300, 5000));
  // Only the first 32 words of a title count.
  const std::string long_title = words(random, 32, 400);
  titles.push_back(long_title + "and so on");
  titles.push_back(long_title + "and more");
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) {
    std::string main = with_edits(contents[random() % contents.size()], random, random() % 12);
    const std::string& title = titles[random() % titles.size()];
    if (random() % 2 == 0) main = title + " " + main;
    const std::string full = frames[random() % frames.size()] + main +
                             (random() % 3 == 0 ? words(random, random() % 30, 5000) : "");
    switch (random() % 6) {
      case 0: out.push_back(main); break;
      case 1: out.push_back(full); break;
      default: out.push_back(stored_page(main, full, title));
    }
  }
  return out;
}

class TwoViewsTest : public testing::TestWithParam<Strategy> {
 protected:
  IndexRules rules_ = index_rules(GetParam());
  TextsInMemory texts_;
  TextIndex index_{rules_, texts_};
  ById by_id_;
  support::PageTruth truth_{rules_.predicate};
};
INSTANTIATE_TEST_SUITE_P(Strategies, TwoViewsTest,
                         testing::Values(Strategy::kLsh, Strategy::kExact, Strategy::kScan));

// Every pair that the strategy can find is found, from both sides, and no other; also by a reader
// and for a text that is not in the index. Every change is undone once and then made again.
TEST_P(TwoViewsTest, form_the_pairs_of_the_rule_through_any_history) {
  const std::vector<std::string> pool = random_pool(3, 90);
  const auto has_two_views = [&](size_t i) { return truth_.page(pool[i]).subject.two_views; };
  std::mt19937 random(7);
  std::map<StoredTextId, size_t> living;
  size_t pairs = 0, found_pairs = 0, by_full = 0, two_view_pairs = 0;
  for (int step = 0; step < 240; ++step) {
    Ids came, gone;
    std::map<StoredTextId, size_t> next = living;
    // Sometimes all texts with two views go.
    const bool one_view_only = step % 80 == 79;
    for (size_t i = 0; i < pool.size(); ++i) {
      const bool goes = one_view_only && has_two_views(i);
      if (!goes && random() % 20 != 0) continue;
      auto added = index_.add(pool[i]);
      ASSERT_TRUE(added);
      const bool is_living = next.contains(added->id);
      const bool in_this_change = std::find(came.begin(), came.end(), added->id) != came.end() ||
                                  std::find(gone.begin(), gone.end(), added->id) != gone.end();
      if (in_this_change || (one_view_only && !is_living)) continue;
      (is_living ? gone : came).push_back(added->id);
      if (is_living) {
        next.erase(added->id);
      } else {
        next[added->id] = i;
      }
    }
    ASSERT_TRUE(index_.change({.came = came, .gone = gone}, by_id_));
    index_.undo_change();
    ASSERT_TRUE(index_.change({.came = came, .gone = gone}, by_id_));
    living = next;
    for (StoredTextId id : gone) {
      if (random() % 2 == 0) {
        ASSERT_TRUE(index_.forget(id).ok());
      }
    }
    if (step % 20 != 0 && !one_view_only) continue;
    const auto reader = index_.reader();
    const auto view = reader->view();
    for (const auto& [id, text] : living) {
      const size_t own = text;
      std::set<StoredTextId> expected_neighbours;
      support::expect_pairs(
          index_, id, living, [&](size_t a, size_t b) { return truth_.pair(pool[a], pool[b]); },
          [&](StoredTextId other, const similarity::VerifiedPair& pair, bool is_candidate) {
            ++pairs;
            by_full += pair.view == View::kFull;
            two_view_pairs += has_two_views(own);
            found_pairs += is_candidate;
            if (is_candidate) expected_neighbours.insert(other);
          });
      ASSERT_FALSE(HasFatalFailure());
      auto similar = view->similar(pool[own], SIZE_MAX);
      ASSERT_TRUE(similar);
      EXPECT_EQ(similar->equal, id);
      std::set<StoredTextId> neighbours;
      for (const auto& neighbour : similar->neighbours) neighbours.insert(neighbour.text);
      EXPECT_EQ(neighbours, expected_neighbours);
    }
  }
  ASSERT_GT(pairs, 1000U);
  ASSERT_GT(two_view_pairs, 500U);
  ASSERT_GT(by_full, 50U);
  ASSERT_LT(by_full, pairs / 2);
  if (GetParam() == Strategy::kLsh) {
    EXPECT_GT(found_pairs, pairs * 98 / 100);
  } else {
    EXPECT_EQ(found_pairs, pairs);
  }
}

TEST_P(TwoViewsTest, are_equal_view_by_view) {
  const auto a = index_.add(stored_page("the main words", "menu the main words", "a title"));
  EXPECT_TRUE(a->is_new);
  EXPECT_EQ(index_.add(stored_page("The main, words", "Menu: the main words", "A title!"))->id,
            a->id);
  for (const std::string& other :
       {stored_page("the main words", "menu the main words", "another title"),
        stored_page("the main words", "footer the main words", "a title"),
        stored_page("main words", "menu the main words", "a title"),
        stored_page("the main words", "menu the main words", ""), std::string("the main words"),
        std::string("menu the main words")}) {
    EXPECT_TRUE(index_.add(other)->is_new);
  }
}

TEST_P(TwoViewsTest, open_from_rows) {
  const std::vector<std::string> pool = random_pool(5, 80);
  Ids ids;
  std::vector<SignatureRow> rows;
  for (const std::string& text : pool) {
    auto added = index_.add(text);
    if (!added->is_new) continue;
    ids.push_back(added->id);
    const auto row = SignatureRow::decode(signature_row(index_.signature(added->id)).encode());
    ASSERT_TRUE(row);
    rows.push_back(*row);
  }
  ASSERT_TRUE(index_.change({.came = ids}, by_id_));
  std::vector<StoredSignature> signatures;
  for (size_t i = 0; i < ids.size(); ++i) signatures.push_back(stored_signature(ids[i], rows[i]));
  TextIndex opened(rules_, texts_);
  ASSERT_TRUE(opened.load(signatures, index_.next_id(), by_id_).ok());
  size_t pairs = 0;
  for (StoredTextId id : ids) {
    Ids want, have;
    ASSERT_TRUE(index_.candidates(id, want).ok());
    ASSERT_TRUE(opened.candidates(id, have).ok());
    EXPECT_EQ(have, want);
    for (StoredTextId other : want) {
      pairs += (*index_.verify(id, other)).has_value();
      EXPECT_EQ(*opened.verify(id, other), *index_.verify(id, other));
    }
  }
  EXPECT_GT(pairs, 50U);
  // Texts that come later find those of the store.
  for (const std::string& text : pool) EXPECT_FALSE(opened.add(text)->is_new);
  const std::vector<std::string> later = random_pool(6, 30);
  for (const std::string& text : later) {
    const Ids both = {index_.add(text)->id, opened.add(text)->id};
    ASSERT_EQ(both[0], both[1]);
    if (!index_.change({.came = Ids{both[0]}}, by_id_)) continue;
    ASSERT_TRUE(opened.change({.came = Ids{both[0]}}, by_id_));
    Ids want, have;
    ASSERT_TRUE(index_.candidates(both[0], want).ok());
    ASSERT_TRUE(opened.candidates(both[0], have).ok());
    EXPECT_EQ(have, want);
  }
}

TEST_P(TwoViewsTest, signatures_of_another_index_are_refused) {
  const std::vector<uint32_t> keys(rules_.banding.bands, 7), few(3, 7);
  const std::vector<uint64_t> bitmap(8, 0), wide(16, 0);
  const StoredView good{20, keys, bitmap};
  const texts::SubjectFacts page{.two_views = true};
  const std::vector<StoredSignature> wrong = {
      {{1}, {1, 2}, {20, few, bitmap}},
      {{1}, {1, 2}, {20, keys, wide}},
      {{1}, {1, 2}, {20, keys, {}}},
      {{1}, {1, 2}, good, {20, few, bitmap}, page},
      {{1}, {1, 2}, good, {20, {}, bitmap}, page},
  };
  for (const StoredSignature& row : wrong) {
    TextsInMemory texts;
    TextIndex index(rules_, texts);
    EXPECT_FALSE(index.load({&row, 1}, {2}, by_id_).ok());
  }
}

// Two titles with the same stored hash: their words are compared when a pair depends on them.
TEST_P(TwoViewsTest, forged_titles_join_nothing) {
  std::mt19937 random(2);
  const std::string main = "w1 w2 " + words(random, 60, 400);
  // A short main content in another frame: a pair if they have the same subject.
  const std::string first = stored_page(main, main + words(random, 300, 5000), "w1 w2");
  const std::string second = stored_page(main, words(random, 300, 5000) + main, "w2 w1");
  const std::string third = stored_page(main, words(random, 200, 5000) + main, "w1 w2");
  Ids ids;
  std::vector<SignatureRow> rows;
  for (const std::string& text : {first, second, third}) {
    ids.push_back(index_.add(text)->id);
    rows.push_back(signature_row(index_.signature(ids.back())));
    rows.back().page.title = rows.front().page.title;
  }
  std::vector<StoredSignature> signatures;
  for (size_t i = 0; i < ids.size(); ++i) signatures.push_back(stored_signature(ids[i], rows[i]));
  TextIndex opened(rules_, texts_);
  ASSERT_TRUE(opened.load(signatures, index_.next_id(), by_id_).ok());
  EXPECT_FALSE((*opened.verify(ids[0], ids[1])).has_value());
  EXPECT_FALSE((*opened.verify(ids[1], ids[0])).has_value());
  EXPECT_TRUE((*opened.verify(ids[0], ids[2])).has_value());
}

// An attacker may write texts with the same hash; they are distinguished by the words of all their
// views.
TEST_P(TwoViewsTest, of_one_forged_hash_are_told_apart) {
  const std::vector<std::string> texts = {
      stored_page("the main words", "menu the main words", "title"),
      stored_page("the main words", "menu the main words", "words"), "the main words",
      stored_page("the main words", "the main words menu", "title")};
  const std::vector<uint64_t> bitmap(8, 0);
  std::vector<StoredSignature> rows;
  for (uint64_t i = 0; i < texts.size(); ++i) {
    ASSERT_TRUE(texts_.put({i + 1}, texts[i]).ok());
    rows.push_back({.id = {i + 1}, .words_hash = {1, 2}, .main = {.bitmap = bitmap}});
  }
  ASSERT_TRUE(index_.load(rows, {100}, by_id_).ok());
  for (uint64_t i = 1; i < texts.size(); ++i) EXPECT_EQ(index_.add(texts[i])->id.value, i + 1);
}

// Mirrors of one page come first in the order and share its bucket; two other pages of that bucket
// still find each other, both in an index that has grown and in one that was opened.
TEST(TwoViews, mirrors_do_not_crowd_others_out_of_hot_buckets) {
  IndexRules rules = index_rules(Strategy::kLsh);
  rules.banding = {.bands = 1, .rows = 1};
  rules.hot_limit = 2;
  size_t tried = 0;
  for (uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    TextsInMemory texts;
    TextIndex index(rules, texts);
    const std::string main = words(random, 250, 5000), other = with_edits(main, random, 40);
    Ids ids;
    std::vector<SignatureRow> rows;
    for (int i = 0; i < 7; ++i) {
      const std::string& own = i < 5 ? main : other;
      ids.push_back(index.add(stored_page(own, words(random, 2000, 100'000) + own, ""))->id);
      rows.push_back(signature_row(index.signature(ids.back())));
    }
    const SignatureRow &mirror = rows[0], &left = rows[5], &right = rows[6];
    if (mirror.main->keys != left.main->keys || left.full->keys == right.full->keys) continue;
    ++tried;
    ASSERT_TRUE(index.change({.came = ids}, ById()));
    std::vector<StoredSignature> signatures;
    for (size_t i = 0; i < ids.size(); ++i) signatures.push_back(stored_signature(ids[i], rows[i]));
    TextIndex opened(rules, texts);
    ASSERT_TRUE(opened.load(signatures, index.next_id(), ById()).ok());
    for (TextIndex* one : {&index, &opened}) {
      Ids found;
      ASSERT_TRUE(one->candidates(ids[6], found).ok());
      EXPECT_NE(std::find(found.begin(), found.end(), ids[5]), found.end());
      EXPECT_EQ(std::find(found.begin(), found.end(), ids[1]), found.end());
    }
  }
  EXPECT_GT(tried, 3U);
}

// As long as no text has two views, and when none has them any more, there is only one set of keys.
TEST(TwoViews, cost_nothing_where_there_are_none) {
  const auto rules = index_rules(Strategy::kLsh);
  TextsInMemory texts;
  TextIndex index(rules, texts);
  std::mt19937 random(4);
  Ids ids, pages;
  for (int i = 0; i < 3000; ++i) ids.push_back(index.add(words(random, 30, 5000))->id);
  ASSERT_TRUE(index.change({.came = ids}, ById()));
  const auto before = index.bytes();
  pages.push_back(index.add(stored_page("a few words", "a few words and some more", "title"))->id);
  ASSERT_TRUE(index.change({.came = pages}, ById()));
  EXPECT_GT(index.bytes().candidates, 2 * before.candidates * 9 / 10);
  ASSERT_TRUE(index.change({.gone = pages}, ById()));
  ASSERT_TRUE(index.change({}, ById()));
  EXPECT_LT(index.bytes().candidates, before.candidates * 11 / 10);
}

}  // namespace
}  // namespace doppel::index
