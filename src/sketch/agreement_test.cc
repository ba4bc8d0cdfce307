// The agreement tester: every estimator against the exact answer, first exhaustively on small sets,
// then on random sets over sizes and overlaps.
//
// An estimator is a random variable of its seed. For each pair of sets it is evaluated under many
// fixed seeds; its mean must be the truth and its deviation what theory says. A mean of R values
// with deviation s lies within z s / sqrt(R) of its expectation except with probability 2 exp(-z^2
// / 2); z is chosen so that all checks of a test together fail with probability kFalseAlarm for a
// right estimator. The seeds are fixed: it passes or fails for good.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <vector>

#include "sketch/bloom.h"
#include "sketch/classic_minhash.h"
#include "sketch/kernels.h"
#include "sketch/one_permutation_minhash.h"
#include "sketch/permutation.h"
#include "sketch/reductions.h"
#include "sketch/samples.h"
#include "sketch/simhash.h"

namespace doppel::sketch {
namespace {

using Set = std::vector<uint64_t>;

constexpr double kFalseAlarm = 1e-6;
constexpr uint32_t kSlots = 128;

double z_for(size_t checks) {
  return std::sqrt(2 * std::log(2 * static_cast<double>(checks) / kFalseAlarm));
}

// A sketch of any kind, and how two of them are compared; nothing when the sketch cannot tell.
struct Estimator {
  const char* name;
  std::function<Set(const Set& permuted)> sketch;
  std::function<std::optional<double>(const Set&, const Set&)> estimate;
  // The deviation that theory allows, for sets of this size with Jaccard similarity j. Nothing: no
  // such claim.
  std::function<std::optional<double>(double j, size_t size)> deviation;
  // For sets of a few elements a single rare event can move the estimate by this much (b bits that
  // agree by chance in all slots at once), without being seen in the deviation: Bernstein's second
  // term.
  double rare = 0;
};

Set widened(const std::vector<uint32_t>& slots) { return {slots.begin(), slots.end()}; }

double share_equal(const Set& left, const Set& right) {
  size_t equal = 0;
  for (size_t i = 0; i < left.size(); ++i) equal += left[i] == right[i];
  return static_cast<double>(equal) / static_cast<double>(left.size());
}

double binomial_deviation(double p) { return std::sqrt(p * (1 - p) / kSlots); }

// Borrowed slots repeat each other, so short texts are allowed a larger deviation.
double short_text_factor(size_t size) { return size < 100 ? 1.3 : 1.1; }

std::optional<double> ratio(const SampleCounts& counts) {
  if (counts.seen == 0) return std::nullopt;
  return static_cast<double>(counts.common) / static_cast<double>(counts.seen);
}

std::vector<uint32_t> one_permutation_slots(const Set& permuted) {
  std::vector<uint32_t> slots(kSlots);
  one_permutation_minhash(permuted, slots);
  return slots;
}

std::vector<Estimator> estimators() {
  std::vector<Estimator> out;
  out.push_back({"one-permutation", [](const Set& p) { return widened(one_permutation_slots(p)); },
                 share_equal,
                 [](double j, size_t n) { return short_text_factor(n) * binomial_deviation(j); }});
  out.push_back({"classic",
                 [](const Set& p) {
                   static const ClassicMinHasher hasher(kSlots);
                   std::vector<uint32_t> slots(kSlots);
                   hasher.sketch(p, slots);
                   return widened(slots);
                 },
                 share_equal, [](double j, size_t) { return 1.1 * binomial_deviation(j); }});
  for (uint32_t bits : {1, 2, 8}) {
    static const std::map<uint32_t, const char*> names = {{1, "1-bit"}, {2, "2-bit"}, {8, "8-bit"}};
    const double chance = std::ldexp(1, -static_cast<int>(bits));
    out.push_back({names.at(bits),
                   [bits](const Set& p) { return bbit_sketch(one_permutation_slots(p), bits); },
                   [bits](const Set& a, const Set& b) {
                     return bbit_jaccard(count_equal_bbit(a, b, bits), kSlots, bits);
                   },
                   [chance](double j, size_t n) -> std::optional<double> {
                     // Few elements have few low bits to differ in: no claim below 100.
                     if (n < 100) return std::nullopt;
                     return 1.1 * binomial_deviation(chance + (1 - chance) * j) / (1 - chance);
                   },
                   1 / (1 - chance)});
  }
  out.push_back({"bottom", [](const Set& p) { return bottom_sketch(p, kSlots); },
                 [](const Set& a, const Set& b) { return ratio(compare_bottom(a, b, kSlots)); },
                 [](double j, size_t) { return 1.05 * binomial_deviation(j); }});
  out.push_back({"mod", [](const Set& p) { return mod_sketch(p, 4); },
                 [](const Set& a, const Set& b) { return ratio(compare_mod(a, b, 4)); },
                 [](double, size_t) { return std::nullopt; }});
  return out;
}

Set permuted_set(const Set& elements, uint64_t seed) {
  Set out(elements.size());
  permute(elements, permuted(seed, 0x5EED), out);
  return out;
}

double jaccard(size_t common, size_t in_union) {
  return static_cast<double>(common) / static_cast<double>(in_union);
}

struct Moments {
  double sum = 0, squares = 0;
  size_t count = 0;

  void add(double x) { sum += x, squares += x * x, ++count; }
  double mean() const { return sum / static_cast<double>(count); }
  double deviation() const {
    return std::sqrt(std::max(0.0, squares / static_cast<double>(count) - mean() * mean()));
  }
};

// All pairs of non-empty subsets of five elements.
TEST(Agreement, every_estimator_is_right_on_average_for_all_small_sets) {
  constexpr size_t kUniverse = 5, kSubsets = 1 << kUniverse, kSeeds = 400;
  for (const Estimator& estimator : estimators()) {
    std::vector<std::vector<Set>> sketches(kSubsets, std::vector<Set>(kSeeds));
    for (size_t subset = 1; subset < kSubsets; ++subset) {
      Set elements;
      for (size_t e = 0; e < kUniverse; ++e) {
        if (subset >> e & 1) elements.push_back(e);
      }
      for (size_t seed = 0; seed < kSeeds; ++seed) {
        sketches[subset][seed] = estimator.sketch(permuted_set(elements, seed));
      }
    }
    const double z = z_for(kSubsets * kSubsets);
    for (size_t a = 1; a < kSubsets; ++a) {
      for (size_t b = a; b < kSubsets; ++b) {
        const double truth = jaccard(static_cast<size_t>(std::popcount(a & b)),
                                     static_cast<size_t>(std::popcount(a | b)));
        Moments found;
        for (size_t seed = 0; seed < kSeeds; ++seed) {
          if (auto x = estimator.estimate(sketches[a][seed], sketches[b][seed])) found.add(*x);
        }
        ASSERT_GT(found.count, kSeeds / 5) << estimator.name;
        const auto count = static_cast<double>(found.count);
        const double bound =
            z * found.deviation() / std::sqrt(count) + estimator.rare * z * z / (3 * count);
        ASSERT_NEAR(found.mean(), truth, bound + 1e-9) << estimator.name << " " << a << " " << b;
      }
    }
  }
}

TEST(Agreement, equal_sets_are_always_equal_and_disjoint_ones_never_agree) {
  for (const Estimator& estimator : estimators()) {
    for (size_t seed = 0; seed < 50; ++seed) {
      Set left, right;
      for (uint64_t e = 0; e < 20 + 10 * seed; ++e)
        left.push_back(e), right.push_back(1'000'000 + e);
      Set a = estimator.sketch(permuted_set(left, seed)),
          b = estimator.sketch(permuted_set(right, seed));
      if (auto x = estimator.estimate(a, a)) {
        EXPECT_DOUBLE_EQ(*x, 1) << estimator.name;
      }
      const bool by_chance = std::string_view(estimator.name).ends_with("-bit");
      if (auto x = estimator.estimate(a, b); x && !by_chance) {
        EXPECT_DOUBLE_EQ(*x, 0) << estimator.name;
      }
    }
  }
}

// Sets of `size` elements each, sharing about a fraction `overlap`.
TEST(Agreement, every_estimator_has_the_mean_and_deviation_of_theory_on_random_sets) {
  constexpr size_t kSizes[] = {6, 20, 50, 90, 150, 400, 2000};
  constexpr double kOverlaps[] = {0.1, 0.5, 0.8, 0.9, 0.97};
  constexpr size_t kSeeds = 1500;
  const auto all = estimators();
  const double z = z_for(std::size(kSizes) * std::size(kOverlaps) * all.size() * 2);
  for (const Estimator& estimator : all) {
    for (size_t size : kSizes) {
      for (double overlap : kOverlaps) {
        const auto common = static_cast<size_t>(overlap * static_cast<double>(size));
        const double truth = jaccard(common, 2 * size - common);
        Set left, right;
        for (uint64_t e = 0; e < size; ++e) left.push_back(e), right.push_back(e + size - common);
        Moments found;
        for (size_t seed = 0; seed < kSeeds; ++seed) {
          auto x = estimator.estimate(estimator.sketch(permuted_set(left, seed)),
                                      estimator.sketch(permuted_set(right, seed)));
          if (x) found.add(*x);
        }
        ASSERT_GT(found.count, kSeeds / 2);
        const auto where = testing::Message()
                           << estimator.name << ", size " << size << ", J " << truth;
        const double root = std::sqrt(static_cast<double>(found.count));
        EXPECT_NEAR(found.mean(), truth, z * found.deviation() / root + 1e-9) << where;
        if (auto allowed = estimator.deviation(truth, size)) {
          // The deviation of a deviation of R normal values is s / sqrt(2 R).
          EXPECT_LE(found.deviation(), *allowed * (1 + z / (root * std::numbers::sqrt2)) + 1e-9)
              << where;
        }
      }
    }
  }
}

// The distance of two SimHashes against the angle of their vectors of weights.
TEST(Agreement, simhash_distance_follows_the_cosine) {
  constexpr size_t kFeatures = 400, kSeeds = 400;
  constexpr double kShared[] = {0.0, 0.3, 0.6, 0.9, 1.0};
  for (bool weighted : {false, true}) {
    for (SimHashBits bits : {SimHashBits::k64, SimHashBits::k128}) {
      for (double shared : kShared) {
        const auto common = static_cast<size_t>(shared * kFeatures);
        TableRandom random(17);
        Set left, right;
        std::vector<uint16_t> left_weights, right_weights;
        double dot = 0, left_square = 0, right_square = 0;
        for (uint64_t f = 0; f < kFeatures; ++f) {
          const auto w = static_cast<uint16_t>(weighted ? 1 + random.below(200) : 1);
          const auto v =
              f < common ? w : static_cast<uint16_t>(weighted ? 1 + random.below(200) : 1);
          left.push_back(f), left_weights.push_back(w);
          right.push_back(f < common ? f : f + kFeatures), right_weights.push_back(v);
          dot += f < common ? w * v : 0;
          left_square += w * w, right_square += v * v;
        }
        Moments found;
        for (size_t seed = 0; seed < kSeeds; ++seed) {
          const Set a = permuted_set(left, seed), b = permuted_set(right, seed);
          found.add(weighted ? hamming_distance(simhash(a, left_weights, bits),
                                                simhash(b, right_weights, bits))
                             : hamming_distance(simhash(a, bits), simhash(b, bits)));
        }
        const double expected =
            expected_distance(dot / std::sqrt(left_square * right_square), bits);
        const double bound = z_for(20) * found.deviation() / std::sqrt(static_cast<double>(kSeeds));
        // The formula is that of Gaussian votes; 400 coins come within 1 % of the bits of it.
        EXPECT_NEAR(found.mean(), expected, bound + 0.01 * static_cast<double>(bits)) << shared;
        if (shared == 1.0) {
          EXPECT_EQ(found.mean(), 0);
        }
      }
    }
  }
}

std::vector<Hash128> random_ids(size_t count, TableRandom& random) {
  std::vector<Hash128> out(count);
  for (Hash128& id : out) id = {random.next(), random.next()};
  return out;
}

BloomFilter filter_of(const std::vector<Hash128>& ids, size_t begin, size_t end, size_t bits,
                      uint32_t k) {
  BloomFilter out(bits, k);
  for (size_t i = begin; i < end; ++i) out.insert(ids[i]);
  return out;
}

TEST(Agreement, disjoint_filters_share_as_many_bits_as_the_other_is_full) {
  TableRandom random(23);
  for (size_t elements : {32, 128, 256, 700}) {
    for (uint32_t k : {2, 4, 8}) {
      Moments raw, fill;
      for (int trial = 0; trial < 300; ++trial) {
        auto ids = random_ids(2 * elements, random);
        auto counts = compare(filter_of(ids, 0, elements, 2048, k),
                              filter_of(ids, elements, 2 * elements, 2048, k));
        raw.add(static_cast<double>(counts->both) / static_cast<double>(counts->left));
        fill.add(static_cast<double>(counts->right) / 2048);
      }
      EXPECT_NEAR(raw.mean(), fill.mean(), z_for(12) * raw.deviation() / std::sqrt(300.0));
    }
  }
}

TEST(Agreement, corrected_bloom_similarity_is_within_two_hundredths_of_the_truth) {
  TableRandom random(29);
  for (size_t elements : {64, 128, 256}) {
    for (double shared : {0.0, 0.25, 0.5, 0.8, 0.95, 1.0}) {
      const auto common = static_cast<size_t>(shared * static_cast<double>(elements));
      Moments found;
      for (int trial = 0; trial < 400; ++trial) {
        auto ids = random_ids(2 * elements, random);
        auto counts = compare(filter_of(ids, 0, elements, 2048, 2),
                              filter_of(ids, elements - common, 2 * elements - common, 2048, 2));
        auto n = [&](size_t bits) { return bloom_elements(bits, 2048, 2); };
        const double estimate =
            n(counts->left) + n(counts->right) - n(counts->left + counts->right - counts->both);
        found.add(estimate / std::max(n(counts->left), n(counts->right)));
      }
      const double truth = static_cast<double>(common) / static_cast<double>(elements);
      EXPECT_NEAR(found.mean(), truth, 0.02) << elements << " elements";
      EXPECT_LE(found.deviation(), 0.03) << elements << " elements, shared " << shared;
    }
  }
}

TEST(Agreement, elements_counted_from_bits_have_the_deviation_of_theory) {
  TableRandom random(37);
  for (size_t elements : {50, 256, 800}) {
    for (uint32_t k : {2, 4}) {
      Moments found;
      constexpr size_t kTrials = 1000;
      for (size_t trial = 0; trial < kTrials; ++trial) {
        auto filter = filter_of(random_ids(elements, random), 0, elements, 2048, k);
        found.add(bloom_elements(filter.set_bits(), 2048, k));
      }
      const double n = static_cast<double>(elements), theory = bloom_elements_error(n, 2048, k);
      const double z = z_for(12), root = std::sqrt(static_cast<double>(kTrials));
      // The estimate is biased upwards by about s^2 k / (2 m), which is small against s.
      EXPECT_NEAR(found.mean(), n, z * theory / root + 0.02 * theory * theory + 0.05);
      EXPECT_NEAR(found.deviation(), theory,
                  theory * z / (root * std::numbers::sqrt2) + 0.1 * theory);
    }
  }
}

// J's appendix: P(|bits - m p| >= t) <= 2 exp(-2 t^2 / (n k)).
TEST(Agreement, set_bits_are_concentrated_as_the_paper_proves) {
  TableRandom random(31);
  constexpr size_t kElements = 256, kBits = 2048, kTrials = 3000;
  for (uint32_t k : {2, 4, 8}) {
    const double nk = kElements * k;
    const double expected = kBits * (1 - std::pow(1 - 1.0 / kBits, nk));
    std::vector<double> distances;
    for (size_t trial = 0; trial < kTrials; ++trial) {
      auto filter = filter_of(random_ids(kElements, random), 0, kElements, kBits, k);
      distances.push_back(std::abs(static_cast<double>(filter.set_bits()) - expected));
    }
    for (double t : {5.0, 10.0, 20.0, 40.0}) {
      const double bound = std::min(1.0, 2 * std::exp(-2 * t * t / nk));
      const auto beyond =
          std::count_if(distances.begin(), distances.end(), [&](double d) { return d >= t; });
      EXPECT_LE(static_cast<double>(beyond) / kTrials, bound) << "k " << k << ", t " << t;
    }
  }
}

}  // namespace
}  // namespace doppel::sketch
