#include "similarity/sketch_predicate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sketch/one_permutation_minhash.h"
#include "sketch/permutation.h"

namespace doppel::similarity {
namespace {

Signature with_slots(const SketchPredicate& p, size_t equal, uint32_t other) {
  Signature s;
  s.rules = p.rules;
  s.windows = 1000;
  s.minhash.assign(p.rules.bins, 1);
  for (size_t i = equal; i < s.minhash.size(); ++i) s.minhash[i] = other;
  return s;
}

TEST(SketchPredicate, is_printed_as_it_is_parsed) {
  for (const char* text :
       {"minhash(word,5,128) >= 4/5", "minhash(char,8,padded,masked,64) >= 1",
        "bbit(word,5,128,2) >= 4/5", "classic(word,5,200) >= 4/5", "bottom(word,3,1) >= 1/2",
        "modn(word,5,16) >= 9/10", "super_shingles(word,5,6,14) >= 2", "simhash(64,3) <= 3",
        "simhash(128,1) <= 0", "bloom(gear,256,2048,2) >= 7/10",
        "bloom_containment(gear,64,64,1) >= 9/10", "bloom_raw(rabin,256,2048,8) >= 7/10"}) {
    auto parsed = SketchPredicate::parse(text);
    ASSERT_TRUE(parsed) << parsed.error().message();
    EXPECT_EQ(parsed->to_string(), text);
    EXPECT_EQ(*SketchPredicate::parse(parsed->to_string()), *parsed);
  }
  EXPECT_EQ(SketchPredicate::parse(" minhash( word, 5 ,128 )>= 0.8 ")->to_string(),
            "minhash(word,5,128) >= 4/5");
}

TEST(SketchPredicate, refuses_what_has_no_meaning) {
  for (const char* text : {"",
                           "minhash",
                           "minhash()",
                           "minhash(word,5,128)",
                           "minhash(word,5,128) > 4/5",
                           "minhash(word,5,100) >= 4/5",
                           "minhash(word,5) >= 4/5",
                           "minhash(word,65,128) >= 4/5",
                           "minhash(word,5,128) >= 0",
                           "minhash(word,5,128) >= 6/5",
                           "minhash(word,5,128) <= 4/5",
                           "simhash(64,3) >= 3",
                           "simhash(100,3) <= 3",
                           "simhash(64,3) <= 65",
                           "simhash(64) <= 3",
                           "bbit(word,5,128,3) >= 4/5",
                           "super_shingles(word,5,6,14) >= 7",
                           "super_shingles(word,5,20,14) >= 2",
                           "super_shingles(word,5,6,14) >= 0",
                           "bloom(gear,300,2048,2) >= 1/2",
                           "bloom(gear,256,100,2) >= 1/2",
                           "bloom(other,256,2048,2) >= 1/2",
                           "modn(word,5,0) >= 1/2",
                           "sketch(1) >= 1",
                           "minhash(word,5,128,) >= 4/5",
                           "minhash(word,5,128) >= 4/5 x"}) {
    auto parsed = SketchPredicate::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code(), StatusCode::kInvalidArgument);
  }
}

TEST(SketchPredicate, decides_in_integers_at_the_threshold) {
  const auto p = *SketchPredicate::parse("minhash(word,5,64) >= 3/4");
  EXPECT_TRUE(p.holds(with_slots(p, 48, 2), with_slots(p, 48, 3)));
  EXPECT_FALSE(p.holds(with_slots(p, 47, 2), with_slots(p, 47, 3)));
  EXPECT_DOUBLE_EQ(p.estimate(with_slots(p, 48, 2), with_slots(p, 48, 3))->value, 0.75);
}

TEST(SketchPredicate, counts_equal_groups) {
  const auto p = *SketchPredicate::parse("super_shingles(word,5,6,14) >= 2");
  EXPECT_EQ(p.rules.bins, 128u);
  EXPECT_TRUE(p.holds(with_slots(p, 28, 2), with_slots(p, 28, 3)));
  EXPECT_FALSE(p.holds(with_slots(p, 27, 2), with_slots(p, 27, 3)));
}

TEST(SketchPredicate, holds_for_no_text_without_words) {
  const auto p = *SketchPredicate::parse("simhash(64,3) <= 64");
  Signature s;
  s.rules = p.rules;
  EXPECT_FALSE(p.holds(s, s));
  s.windows = 1;
  EXPECT_TRUE(p.holds(s, s));
}

TEST(SketchPredicate, tells_its_chance) {
  const auto minhash = *SketchPredicate::parse("minhash(word,5,128) >= 4/5");
  EXPECT_DOUBLE_EQ(*minhash.chance(1), 1);
  EXPECT_DOUBLE_EQ(*minhash.chance(0), 0);
  EXPECT_NEAR(*minhash.chance(0.8), 0.5, 0.08);
  EXPECT_LT(*minhash.chance(0.6), 1e-5);
  EXPECT_GT(*minhash.chance(0.95), 0.9999);
  // One bit: half of the slots agree by chance, so at J 0.8 90 % agree.
  EXPECT_NEAR(*SketchPredicate::parse("bbit(word,5,128,1) >= 4/5")->chance(0.8), 0.5, 0.1);
  EXPECT_NEAR(*SketchPredicate::parse("super_shingles(word,5,6,14) >= 2")->chance(0.95), 0.8786,
              5e-4);
  EXPECT_DOUBLE_EQ(*SketchPredicate::parse("simhash(64,3) <= 3")->chance(1), 1);
  // 64 bits, each different with probability 1/2.
  EXPECT_NEAR(*SketchPredicate::parse("simhash(64,3) <= 32")->chance(0), 0.5497, 1e-3);
  EXPECT_FALSE(SketchPredicate::parse("modn(word,5,16) >= 4/5")->chance(0.8));
}

// The chance against what happens: sets of 1000 with J 0.8, 400 seeds.
TEST(SketchPredicate, holds_as_often_as_its_chance_says) {
  const auto p = *SketchPredicate::parse("minhash(word,5,128) >= 3/4");
  constexpr int kSeeds = 400;
  int held = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    auto sketch_of = [&](uint64_t begin, uint64_t end) {
      Signature s;
      s.rules = p.rules;
      s.windows = end - begin;
      s.minhash.resize(128);
      std::vector<uint64_t> permuted;
      for (uint64_t e = begin; e < end; ++e) {
        permuted.push_back(sketch::permuted(e, sketch::permuted(static_cast<uint64_t>(seed))));
      }
      sketch::one_permutation_minhash(permuted, s.minhash);
      return s;
    };
    held += p.holds(sketch_of(0, 900), sketch_of(100, 1000));
  }
  const double chance = *p.chance(0.8);
  EXPECT_NEAR(held / static_cast<double>(kSeeds), chance,
              4 * std::sqrt(chance * (1 - chance) / kSeeds));
}

}  // namespace
}  // namespace doppel::similarity
