#include "refine/ranking.h"

#include <gtest/gtest.h>

namespace doppel::refine {
namespace {

using Ranks = std::vector<uint64_t>;
using Indices = std::vector<size_t>;

SearchResult at(std::optional<uint64_t> rank) { return {.rank = rank}; }
SearchResult of(std::string engine, uint64_t rank, std::string url) {
  return {.rank = rank, .url = std::move(url), .engine = std::move(engine)};
}

Ranks ranks(const std::vector<Ranked>& list) {
  Ranks out;
  for (const Ranked& r : list) out.push_back(r.rank);
  return out;
}

Indices indices(const std::vector<Ranked>& list) {
  Indices out;
  for (const Ranked& r : list) out.push_back(r.index);
  return out;
}

TEST(Ranking, of_nothing_is_nothing) { EXPECT_TRUE(rank_results({}).empty()); }

TEST(Ranking, sorts_one_list_and_keeps_its_ranks) {
  const auto list = rank_results(std::vector{at(13), at(11), at(20)});
  EXPECT_EQ(indices(list), (Indices{1, 0, 2}));
  EXPECT_EQ(ranks(list), (Ranks{11, 13, 20}));
}

TEST(Ranking, makes_repeated_ranks_distinct_in_the_order_of_the_request) {
  const auto list = rank_results(std::vector{at(2), at(1), at(1), at(1), at(9)});
  EXPECT_EQ(indices(list), (Indices{1, 2, 3, 0, 4}));
  EXPECT_EQ(ranks(list), (Ranks{1, 2, 3, 4, 9}));
}

TEST(Ranking, puts_results_without_a_rank_last) {
  const auto list = rank_results(std::vector{at({}), at(5), at({}), at(kMaxRank + 1)});
  EXPECT_EQ(indices(list), (Indices{1, 0, 2, 3}));
  EXPECT_EQ(ranks(list), (Ranks{5, 6, 7, 8}));
  EXPECT_EQ(ranks(rank_results(std::vector{at({}), at({})})), (Ranks{1, 2}));
  EXPECT_EQ(ranks(rank_results(std::vector{at(0), at({})})), (Ranks{0, 1}));
}

TEST(Ranking, merges_engines_by_reciprocal_rank) {
  // 1/61 + 1/63 > 1/61 + 1/64 > 1/62 > 1/63
  const std::vector<SearchResult> results{of("g", 1, "a"), of("g", 2, "only-g"),
                                          of("g", 4, "b"), of("y", 1, "b"),
                                          of("y", 3, "a"), of("y", 5, "only-y")};
  const auto list = rank_results(results);
  EXPECT_EQ(indices(list), (Indices{0, 3, 1, 5}));
  EXPECT_EQ(ranks(list), (Ranks{1, 2, 3, 4}));
  EXPECT_EQ(list[0].merged, (Indices{4}));
  EXPECT_EQ(list[1].merged, (Indices{2}));
  EXPECT_TRUE(list[2].merged.empty());
}

TEST(Ranking, breaks_ties_by_rank_and_address) {
  const auto list =
      rank_results(std::vector{of("y", 1, "z"), of("g", 1, "m"), of("g", 2, "b"), of("y", 2, "a")});
  EXPECT_EQ(indices(list), (Indices{1, 0, 3, 2}));
}

TEST(Ranking, leaves_an_address_that_one_engine_names_twice) {
  const auto list = rank_results(std::vector{of("g", 1, "a"), of("g", 2, "a"), of("y", 9, "a")});
  EXPECT_EQ(indices(list), (Indices{0, 1}));
  EXPECT_EQ(list[0].merged, (Indices{2}));
}

TEST(Ranking, does_not_merge_results_without_an_address) {
  EXPECT_EQ(rank_results(std::vector{of("g", 1, ""), of("y", 1, "")}).size(), 2u);
}

}  // namespace
}  // namespace doppel::refine
