#include "group/local_removal.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

#include "group/text_removals.h"

namespace doppel::group {
namespace {

// Texts in a shuffled winner order, and pairs between them. Candidates are the pairs and some
// others.
class Graph : public similarity::NeighbourQueries, public similarity::Standings {
 public:
  explicit Graph(uint32_t texts) : candidates_(texts) {
    for (uint32_t i = 0; i < texts; ++i) by_rank_.push_back({i});
  }

  void shuffle(std::mt19937& random) { std::shuffle(by_rank_.begin(), by_rank_.end(), random); }
  void candidates(uint32_t a, uint32_t b) {
    candidates_[a].push_back({b});
    candidates_[b].push_back({a});
  }
  void pair(uint32_t a, uint32_t b) {
    candidates(a, b);
    pairs_[{std::min(a, b), std::max(a, b)}] = {100, a + 1, b + 1};
  }

  // By the definition over all pairs.
  std::vector<std::optional<TextRemoval>> truth() const {
    TextOrder order;
    order.by_rank.assign(by_rank_.begin(), by_rank_.end());
    order.rank_of.resize(by_rank_.size());
    for (uint32_t rank = 0; rank < by_rank_.size(); ++rank) {
      order.rank_of[by_rank_[rank].index()] = rank;
    }
    std::vector<Pair> pairs;
    for (const auto& [texts, similarity] : pairs_) {
      pairs.push_back({{texts.first}, {texts.second}, similarity});
    }
    const TextRemovals found = text_removals(order, pairs);
    return {found.begin(), found.end()};
  }

  std::string rank(size_t, StoredTextId text) const override {
    if (ranks_.empty()) {
      ranks_.resize(by_rank_.size());
      for (uint32_t rank = 0; rank < by_rank_.size(); ++rank) {
        const std::string digits = std::to_string(rank);
        ranks_[by_rank_[rank].index()] = std::string(10 - digits.size(), '0') + digits;
      }
    }
    return ranks_[text.value];
  }
  Status candidates(StoredTextId text, std::vector<StoredTextId>& out) override {
    ++asked_;
    const auto& found = candidates_[text.value];
    out.insert(out.end(), found.begin(), found.end());
    return {};
  }
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override {
    if (fails_) return io_error("the texts cannot be read");
    const auto [a, b] = std::minmax(left.value, right.value);
    const auto found = pairs_.find({static_cast<uint32_t>(a), static_cast<uint32_t>(b)});
    if (found == pairs_.end()) return std::optional<similarity::VerifiedPair>();
    Similarity out = found->second;
    if (left.value != a) std::swap(out.left_only, out.right_only);
    return std::optional(similarity::VerifiedPair{out});
  }

  size_t asked() const { return asked_; }
  void fail() { fails_ = true; }

 private:
  std::vector<TextId> by_rank_;
  mutable std::vector<std::string> ranks_;  // by text
  std::vector<std::vector<StoredTextId>> candidates_;
  std::map<std::pair<uint32_t, uint32_t>, Similarity> pairs_;
  size_t asked_ = 0;
  bool fails_ = false;
};

TEST(LocalRemoval, is_the_removal_by_all_pairs) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const uint32_t texts = 1 + random() % 30;
    Graph graph(texts);
    graph.shuffle(random);
    for (size_t n = random() % (2 * texts); n > 0 && texts > 1; --n) {
      const uint32_t a = static_cast<uint32_t>(random() % texts),
                     b = (a + 1 + random() % (texts - 1)) % texts;
      random() % 4 == 0 ? graph.candidates(a, b) : graph.pair(std::min(a, b), std::max(a, b));
    }
    const auto truth = graph.truth();
    DecidedTexts remembered;
    for (uint32_t i = 0; i < texts; ++i) {
      DecidedTexts fresh;
      for (DecidedTexts* decided : {&remembered, &fresh}) {
        auto found = local_removal({i}, graph, graph, *decided);
        ASSERT_TRUE(found);
        ASSERT_EQ(found->has_value(), truth[i].has_value());
        if (!*found) continue;
        EXPECT_EQ((*found)->kept.value, truth[i]->kept.value);
        EXPECT_EQ((*found)->similarity, truth[i]->similarity);
      }
    }
    for (const auto& [text, kept] : remembered) EXPECT_EQ(kept, !truth[text.value].has_value());
  }
}

TEST(LocalRemoval, walks_a_long_chain_once) {
  constexpr uint32_t kTexts = 100'000;
  Graph chain(kTexts);
  for (uint32_t i = 1; i < kTexts; ++i) chain.pair(i - 1, i);
  DecidedTexts decided;
  auto last = local_removal({kTexts - 1}, chain, chain, decided);
  ASSERT_TRUE(last);
  ASSERT_TRUE(*last);  // every other text is removed, and the first is kept
  EXPECT_EQ((*last)->kept.value, kTexts - 2);
  EXPECT_EQ(chain.asked(), kTexts);
  ASSERT_TRUE(local_removal({kTexts - 1}, chain, chain, decided));
  EXPECT_EQ(chain.asked(), kTexts + 1);
}

TEST(LocalRemoval, hands_on_what_the_source_cannot_do) {
  Graph graph(2);
  graph.pair(0, 1);
  graph.fail();
  DecidedTexts decided;
  EXPECT_EQ(local_removal({1}, graph, graph, decided).status().code(), StatusCode::kIo);
}

}  // namespace
}  // namespace doppel::group
