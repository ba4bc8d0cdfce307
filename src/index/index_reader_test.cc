// Readers and a writer: each reader gives the answers that the index gave when the reader was
// taken.
#include "index/index_reader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "index/text_index.h"
#include "support/random_texts.h"

namespace doppel::index {
namespace {

using similarity::Neighbour;
using similarity::NeighbourReader;
using Ids = std::vector<StoredTextId>;

struct Config {
  Strategy strategy;
  uint32_t hot_limit = 512;
};

std::string name_of(const testing::TestParamInfo<Config>& info) {
  constexpr const char* kNames[] = {"lsh", "exact", "scan"};
  return std::string(kNames[static_cast<int>(info.param.strategy)]) + "_" +
         std::to_string(info.param.hot_limit);
}

// Few bands of one slot each, so that unlike texts share buckets as well.
IndexRules rules_of(const Config& config) {
  IndexRules out;
  out.predicate.rules.k = 2;
  out.predicate.threshold = {1, 2};
  out.strategy = config.strategy;
  out.banding = {.bands = 16, .rows = 1};
  out.hot_limit = config.hot_limit;
  out.markets = 2;
  return out;
}

// Random ranks; texts without a rank come after the others.
class DrawnRanks : public similarity::Standings {
 public:
  std::string rank(size_t market, StoredTextId id) const override {
    const auto found = ranks_[market].find(id);
    return (found == ranks_[market].end() ? "last " : found->second) + std::to_string(id.value);
  }
  void draw(StoredTextId id, std::mt19937& random) {
    for (auto& of_market : ranks_) of_market[id] = std::to_string(random() % 1000) + " ";
  }

 private:
  std::map<StoredTextId, std::string> ranks_[2];
};

// The same, but one text comes after all others.
class DrawnLast : public similarity::Standings {
 public:
  DrawnLast(const DrawnRanks& ranks, StoredTextId last) : ranks_(ranks), last_(last) {}
  std::string rank(size_t market, StoredTextId id) const override {
    return id == last_ ? "z" : ranks_.rank(market, id);
  }

 private:
  const DrawnRanks& ranks_;
  StoredTextId last_;
};

// Everything that can be asked about these texts and ids.
struct Answers {
  std::map<StoredTextId, std::set<StoredTextId>> candidates;
  std::map<std::pair<StoredTextId, StoredTextId>, std::optional<similarity::VerifiedPair>> pairs;
  std::vector<std::pair<std::optional<StoredTextId>, std::vector<Neighbour>>> similar;

  friend bool operator==(const Answers&, const Answers&) = default;
};

void ask(similarity::NeighbourQueries& queries, const Ids& ids, Answers& out) {
  for (StoredTextId id : ids) {
    Ids found;
    if (!queries.candidates(id, found).ok()) continue;  // the id is unknown
    out.candidates[id] = {found.begin(), found.end()};
    if (!found.empty()) out.pairs[{id, found[0]}] = *queries.verify(id, found[0]);
  }
}

Answers ask_reader(const NeighbourReader& reader, const Ids& ids,
                   std::span<const std::string> texts) {
  Answers out;
  const auto view = reader.view();
  ask(*view, ids, out);
  for (const std::string& text : texts) {
    auto found = view->similar(text, 5);
    EXPECT_TRUE(found);
    out.similar.emplace_back(found->equal, found->neighbours);
  }
  return out;
}

// The history of an index: texts come, go, move, are forgotten and come again, some changes are
// undone, tables are rebuilt, and numbers are reused.
class History {
 public:
  explicit History(const Config& config) : index(rules_of(config), texts) {}

  void step() {
    Ids came, gone, moved;
    for (int i = 0; i < 6; ++i) {
      auto added = index.add(pool[random() % pool.size()]);
      ASSERT_TRUE(added);
      ids.insert(added->id);
    }
    for (StoredTextId id : ids) {
      if (!living.contains(id)) {
        ranks.draw(id, random);
        came.push_back(id);
      } else if (random() % 8 == 0) {
        gone.push_back(id);
      } else if (random() % 16 == 0) {
        moved.push_back(id);
      }
    }
    if (random() % 4 == 0) {
      ASSERT_TRUE(index.change({.came = came, .gone = gone, .moved = moved}, ranks));
      index.undo_change();
    }
    for (StoredTextId id : moved) ranks.draw(id, random);
    ASSERT_TRUE(index.change({.came = came, .gone = gone, .moved = moved}, ranks));
    living.insert(came.begin(), came.end());
    for (StoredTextId id : gone) living.erase(id);
    for (StoredTextId id : gone) {
      if (random() % 3 == 0) continue;
      ASSERT_TRUE(index.forget(id).ok());
      ids.erase(id);
    }
  }
  Ids known() const { return {ids.begin(), ids.end()}; }

  const std::vector<std::string> pool = support::random_texts(400, 3);
  std::mt19937 random{5};
  TextsInMemory texts;
  TextIndex index;
  DrawnRanks ranks;
  std::set<StoredTextId> ids, living;
};

class IndexReaderTest : public testing::TestWithParam<Config> {};
INSTANTIATE_TEST_SUITE_P(Strategies, IndexReaderTest,
                         testing::Values(Config{Strategy::kLsh}, Config{Strategy::kLsh, 1},
                                         Config{Strategy::kLsh, 2}, Config{Strategy::kLsh, 3},
                                         Config{Strategy::kExact}, Config{Strategy::kScan}),
                         name_of);

TEST_P(IndexReaderTest, stays_what_the_index_was_whatever_happens_to_it) {
  History history(GetParam());
  struct Taken {
    std::shared_ptr<const NeighbourReader> reader;
    Ids ids;
    Answers answers;
  };
  std::vector<Taken> taken;
  const std::span<const std::string> texts = std::span(history.pool).first(12);
  for (int step = 0; step < 160; ++step) {
    history.step();
    if (step % 8 != 0) continue;
    Taken next{history.index.reader(), history.known(), {}};
    next.answers = ask_reader(*next.reader, next.ids, texts);
    Answers of_index;
    ask(history.index, next.ids, of_index);
    ASSERT_EQ(next.answers.candidates, of_index.candidates) << step;
    ASSERT_EQ(next.answers.pairs, of_index.pairs) << step;
    taken.push_back(std::move(next));
    if (taken.size() > 6) taken.erase(taken.begin() + history.random() % 6);
    for (const Taken& earlier : taken) {
      ASSERT_EQ(ask_reader(*earlier.reader, earlier.ids, texts), earlier.answers) << step;
    }
  }
}

// The same as if the text had come, after all others in the order of every market.
TEST_P(IndexReaderTest, a_text_that_is_not_there_has_the_neighbours_it_would_have) {
  History history(GetParam());
  const auto strangers = support::random_texts(40, 3);  // of the same families, some of them equal
  size_t neighbours = 0, equal = 0;
  for (int step = 0; step < 20; ++step) {
    history.step();
    TextIndex& index = history.index;
    const auto view = index.reader()->view();
    for (const std::string& text : strangers) {
      auto found = view->similar(text, SIZE_MAX);
      ASSERT_TRUE(found);
      auto added = index.add(text);
      ASSERT_TRUE(added);
      if (history.living.contains(added->id)) {
        EXPECT_EQ(found->equal, added->id);
        ++equal;
        continue;
      }
      EXPECT_EQ(found->equal, std::nullopt);
      ASSERT_TRUE(index.change({.came = Ids{added->id}}, DrawnLast(history.ranks, added->id)));
      Ids candidates;
      ASSERT_TRUE(index.candidates(added->id, candidates).ok());
      std::map<StoredTextId, Similarity> expected, have;
      for (StoredTextId other : candidates) {
        if (auto pair = *index.verify(added->id, other)) expected[other] = pair->similarity;
      }
      for (const Neighbour& neighbour : found->neighbours) {
        have[neighbour.text] = neighbour.similarity;
      }
      ASSERT_EQ(have, expected) << text;
      neighbours += have.size();
      index.undo_change();
      if (added->is_new) {
        ASSERT_TRUE(index.forget(added->id).ok());
      }
    }
  }
  EXPECT_GT(neighbours, 50U);
  EXPECT_GT(equal, 5U);
}

TEST(IndexReader, tells_the_best_first_and_no_more_than_asked_for) {
  TextsInMemory texts;
  TextIndex index(rules_of({Strategy::kScan}), texts);
  Ids ids;
  for (const char* text : {"a b c d e f x y", "a b c d e f g h", "a b c d e f g x", "q r s t u"}) {
    ids.push_back(index.add(text)->id);
  }
  ASSERT_TRUE(index.change({.came = ids}, DrawnRanks()));
  const auto view = index.reader()->view();
  const auto found = *view->similar("a b c d e f g h i", 10);
  EXPECT_EQ(found.equal, std::nullopt);
  ASSERT_EQ(found.neighbours.size(), 3U);
  EXPECT_EQ(found.neighbours[0], (Neighbour{ids[1], {7, 1, 0}}));
  EXPECT_EQ(found.neighbours[1], (Neighbour{ids[2], {6, 2, 1}}));
  EXPECT_EQ(found.neighbours[2], (Neighbour{ids[0], {5, 3, 2}}));
  EXPECT_EQ(view->similar("a b c d e f g h i", 1)->neighbours.size(), 1U);
  EXPECT_EQ(view->similar("Q r, s t U!", 10)->equal, ids[3]);
  EXPECT_TRUE(view->similar("", 10)->neighbours.empty());
  EXPECT_FALSE(view->candidates({99}, ids).ok());
}

// Under tsan this shows that there is no data race.
TEST_P(IndexReaderTest, many_threads_ask_while_one_changes_the_index) {
  struct Published {
    std::shared_ptr<const NeighbourReader> reader;
    Ids ids;
    Answers answers;
  };
  History history(GetParam());
  const std::span<const std::string> texts = std::span(history.pool).first(3);
  std::mutex mutex;
  std::shared_ptr<const Published> current;
  const auto publish = [&] {
    auto next = std::make_shared<Published>(Published{history.index.reader(), history.known(), {}});
    next->ids.resize(std::min<size_t>(next->ids.size(), 12));
    next->answers = ask_reader(*next->reader, next->ids, texts);
    const std::lock_guard lock(mutex);
    current = std::move(next);
  };
  history.step();
  publish();
  std::atomic<bool> done = false;
  std::atomic<int> asked = 0, wrong = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      do {
        std::shared_ptr<const Published> mine;
        {
          const std::lock_guard lock(mutex);
          mine = current;
        }
        wrong += ask_reader(*mine->reader, mine->ids, texts) != mine->answers;
        ++asked;
      } while (!done);
    });
  }
  for (int step = 0; step < 200; ++step) {
    history.step();
    if (step % 3 == 0) publish();
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_GE(asked, 3);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace doppel::index
