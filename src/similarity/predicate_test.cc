#include "doppel/predicate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace doppel {
namespace {

TEST(Predicate, prints_what_it_parses) {
  for (const char* text :
       {"jaccard(word,5) >= 4/5", "containment(char,8) >= 9/10", "cosine(word,2) >= 1",
        "jaccard(word,5,padded) >= 4/5", "jaccard(word,1,masked) >= 1/2",
        "jaccard(word,64,padded,masked) >= 999999999/1000000000"}) {
    auto predicate = Predicate::parse(text);
    ASSERT_TRUE(predicate) << text;
    EXPECT_EQ(predicate->to_string(), text);
    EXPECT_EQ(*Predicate::parse(predicate->to_string()), *predicate);
  }
}

TEST(Predicate, spaces_and_decimals_are_read_and_lowest_terms_printed) {
  EXPECT_EQ(Predicate::parse(" jaccard ( word , 5 )>=0.80 ")->to_string(),
            "jaccard(word,5) >= 4/5");
  EXPECT_EQ(Predicate().to_string(), "jaccard(word,5) >= 4/5");
}

TEST(Predicate, what_is_wrong_is_named) {
  auto message = [](const char* text) {
    auto predicate = Predicate::parse(text);
    return predicate ? std::string("accepted") : predicate.error().message();
  };
  EXPECT_EQ(message(""), "predicate \"\": expected the form jaccard(word,5) >= 4/5");
  EXPECT_EQ(
      message("jacard(word,5) >= 4/5"),
      "predicate \"jacard(word,5) >= 4/5\": the measure must be jaccard, containment or cosine");
  EXPECT_EQ(message("jaccard(word,0) >= 4/5"),
            "predicate \"jaccard(word,0) >= 4/5\": k must be between 1 and 64 (got \"0\")");
  EXPECT_EQ(message("jaccard(word,5) >= 1.2"),
            "predicate \"jaccard(word,5) >= 1.2\": the threshold must be above 0 and at most 1 "
            "(got \"1.2\")");
  for (const char* text :
       {"jaccard(word,5) > 4/5", "jaccard(word) >= 4/5", "jaccard(line,5) >= 4/5",
        "jaccard(word,65) >= 4/5", "jaccard(word,5,padded,padded) >= 4/5",
        "jaccard(word,5,x) >= 4/5", "jaccard(word,5) x >= 4/5", ">= 4/5 jaccard(word,5)",
        "jaccard)word,5( >= 4/5", "jaccard(word,5) >= ", "jaccard(word,5x) >= 4/5",
        "jaccard(word,-5) >= 4/5"}) {
    EXPECT_FALSE(Predicate::parse(text)) << text;
  }
}

TEST(Predicate, measures_decide_in_integers) {
  Comparison c{{8, 2, 0}, 8, 10, 8};
  auto holds = [&](Measure measure, Ratio threshold) {
    return Predicate{measure, {}, threshold}.holds(c);
  };
  EXPECT_TRUE(holds(Measure::kJaccard, {4, 5}));
  EXPECT_FALSE(holds(Measure::kJaccard, {81, 100}));
  EXPECT_TRUE(holds(Measure::kContainment, {1, 1}));
  // 8 / sqrt(80) = 0.894427190999...
  EXPECT_TRUE(holds(Measure::kCosine, {894427190, 1000000000}));
  EXPECT_FALSE(holds(Measure::kCosine, {894427191, 1000000000}));
}

TEST(Predicate, a_text_without_tokens_is_similar_to_nothing) {
  for (Measure m : {Measure::kJaccard, Measure::kContainment, Measure::kCosine}) {
    Predicate predicate{m, {}, {1, 1000}};
    EXPECT_FALSE(predicate.holds({}));
    EXPECT_FALSE(predicate.holds({{0, 3, 0}, 0, 3, 0}));
  }
}

TEST(Predicate, cosine_agrees_with_long_doubles_away_from_the_threshold) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 20000; ++round) {
    uint64_t a = 1 + random() % (uint64_t{1} << 52), b = 1 + random() % (uint64_t{1} << 52);
    long double bound =
        std::sqrt(static_cast<long double>(a)) * std::sqrt(static_cast<long double>(b));
    uint64_t dot = static_cast<uint64_t>(bound * (random() % 1000) / 1000);
    Ratio t{1 + static_cast<uint32_t>(random() % 999999999), 1000000000};
    long double difference = dot / bound - static_cast<long double>(t.num) / t.den;
    if (std::fabs(difference) < 1e-9L) continue;
    Comparison c{{1, 0, 0}, dot, a, b};
    ASSERT_EQ((Predicate{Measure::kCosine, {}, t}.holds(c)), difference > 0);
  }
}

}  // namespace
}  // namespace doppel
