// The estimates, and the errors they claim, against exact Jaccard over many seeds.
#include "similarity/estimates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sketch/bloom.h"
#include "sketch/classic_minhash.h"
#include "sketch/kernels.h"
#include "sketch/one_permutation_minhash.h"
#include "sketch/permutation.h"
#include "sketch/reductions.h"
#include "sketch/samples.h"
#include "sketch/simhash.h"

namespace doppel::similarity {
namespace {

// The signature of elements [begin, end), with every sketch.
Signature signature_of(uint64_t begin, uint64_t end, uint64_t seed) {
  std::vector<uint64_t> permuted;
  for (uint64_t e = begin; e < end; ++e)
    permuted.push_back(sketch::permuted(e, sketch::permuted(seed)));
  Signature s;
  s.rules = {
      .seed = seed, .bbit = 2, .permutations = 128, .bottom = 128, .mod = 4, .bloom_bits = 2048};
  s.windows = s.tokens = permuted.size();
  s.minhash.resize(128);
  sketch::one_permutation_minhash(permuted, s.minhash);
  s.bbit = sketch::bbit_sketch(s.minhash, 2);
  s.classic.resize(128);
  sketch::ClassicMinHasher(128).sketch(permuted, s.classic);
  s.bottom = sketch::bottom_sketch(permuted, 128);
  s.mod = sketch::mod_sketch(permuted, 4);
  s.simhash_low = sketch::simhash(permuted, sketch::SimHashBits::k64).low;
  sketch::BloomFilter filter(2048, 2);
  for (uint64_t p : permuted) filter.insert({p, sketch::permuted(p, 1)});
  s.bloom.assign(filter.words().begin(), filter.words().end());
  return s;
}

using Estimator = std::optional<Estimate> (*)(const Signature&, const Signature&);
struct Named {
  const char* name;
  Estimator estimator;
  bool of_sets;  // Jaccard; otherwise common / larger
};
constexpr Named kEstimators[] = {
    {"minhash", minhash_estimate, true}, {"bbit", bbit_estimate, true},
    {"classic", classic_estimate, true}, {"bottom", bottom_estimate, true},
    {"mod", mod_estimate, true},         {"bloom", bloom_resemblance, false},
};

TEST(Estimates, err_no_more_than_they_say) {
  constexpr int kSeeds = 400;
  for (const Named& named : kEstimators) {
    for (uint64_t size : {60, 200, 600}) {
      for (double overlap : {0.2, 0.6, 0.9}) {
        const auto common = static_cast<uint64_t>(overlap * static_cast<double>(size));
        const double of = static_cast<double>(named.of_sets ? 2 * size - common : size);
        const double truth = static_cast<double>(common) / of;
        double squares = 0, claimed = 0;
        int answers = 0;
        for (int seed = 0; seed < kSeeds; ++seed) {
          const auto left = signature_of(0, size, static_cast<uint64_t>(seed));
          const auto right =
              signature_of(size - common, 2 * size - common, static_cast<uint64_t>(seed));
          const auto e = named.estimator(left, right);
          if (!e) continue;
          ++answers;
          squares += (e->value - truth) * (e->value - truth);
          claimed += e->error * e->error;
        }
        ASSERT_EQ(answers, kSeeds) << named.name;
        // Four deviations of a mean square over 400 seeds: 1.28; its root 1.13.
        EXPECT_LE(std::sqrt(squares), 1.13 * std::sqrt(claimed) + 1e-12)
            << named.name << " " << size << " " << truth;
        EXPECT_LE(std::sqrt(claimed / kSeeds), 0.16)
            << named.name << ": an error that says nothing";
      }
    }
  }
}

TEST(Estimates, of_equal_texts_are_1_but_not_certain) {
  const auto s = signature_of(0, 500, 3);
  for (const Named& named : kEstimators) {
    const auto e = named.estimator(s, s);
    ASSERT_TRUE(e) << named.name;
    EXPECT_DOUBLE_EQ(e->value, 1) << named.name;
    EXPECT_GT(e->error, 0) << named.name;
  }
  EXPECT_EQ(simhash_distance(s, s), 0u);
}

TEST(Estimates, of_small_bottom_sketches_are_exact) {
  const auto e = bottom_estimate(signature_of(0, 40, 1), signature_of(10, 50, 1));
  EXPECT_EQ(e, (Estimate{30.0 / 50, 0}));
}

TEST(Estimates, call_a_text_without_words_similar_to_nothing) {
  auto empty = signature_of(0, 0, 1);
  for (const Named& named : kEstimators) {
    EXPECT_EQ(named.estimator(empty, empty), (Estimate{0, 0})) << named.name;
    EXPECT_EQ(named.estimator(empty, signature_of(0, 300, 1)), (Estimate{0, 0})) << named.name;
  }
}

TEST(Estimates, say_nothing_across_rules) {
  const auto s = signature_of(0, 100, 1);
  std::vector<Signature> others(3, s);
  others[0].rules.seed = 2;
  others[1].rules.text.k = 3;
  others[2].rules.text.padding = Padding::kAlways;
  for (const Signature& other : others) {
    for (const Named& named : kEstimators) {
      if (named.of_sets) {
        EXPECT_FALSE(named.estimator(s, other)) << named.name;
      }
    }
  }
  auto other = s;
  other.rules.chunk_bytes = 512;
  EXPECT_FALSE(bloom_resemblance(s, other));
  other.rules.simhash_bits = 128;
  EXPECT_FALSE(simhash_distance(s, other));
}

TEST(Estimates, say_nothing_of_an_empty_mod_sample) {
  auto s = signature_of(0, 100, 1);
  s.mod.clear();
  EXPECT_FALSE(mod_estimate(s, s));
}

TEST(Estimates, raw_bloom_has_a_floor_that_the_corrected_has_not) {
  const auto left = signature_of(0, 500, 1), right = signature_of(1000, 1500, 1);
  EXPECT_NEAR(bloom_raw(left, right)->value, 1 - std::exp(-1000.0 / 2048), 0.06);
  EXPECT_LE(bloom_resemblance(left, right)->value, 0.1);
}

TEST(Estimates, containment_needs_four_chunks) {
  EXPECT_FALSE(bloom_containment(signature_of(0, 3, 1), signature_of(0, 100, 1)));
  EXPECT_NEAR(bloom_containment(signature_of(0, 50, 1), signature_of(0, 100, 1))->value, 1, 0.1);
}

}  // namespace
}  // namespace doppel::similarity
