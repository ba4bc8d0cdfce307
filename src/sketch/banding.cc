#include "sketch/banding.h"

#include <string>

#include "sketch/mutants.h"

// All slots are used, because they are there: a sketch of 128 slots is made whatever the banding,
// and one more band costs one more key, while one more row loses pairs. So of all (rows, slots /
// rows) the one with the most rows is taken: the fewest candidates among those that keep the
// promise.
//
// slots 128, threshold 0.8:   rows   5     6     7     8
//                             bands  25    21    18    16
//                             found  .9999 .9983 .9855 .9470
//
// A recall of 0.995 asks for 6 rows. The share falls with every row: s^r does, and so does slots /
// r. Tested by banding_test.cc.

namespace doppel::sketch {
namespace {

// base^exponent by multiplication alone, so that every machine solves to the same banding.
double power(double base, uint32_t exponent) {
  double out = 1;
  for (uint32_t i = 0; i < exponent; ++i) out *= base;
  return out;
}

double as_double(Ratio ratio) { return double{1} * ratio.num / ratio.den; }

// Kept apart from 1, next to which it would vanish: a recall of 1 is never reached below equality.
double missed(const Banding& banding, double jaccard) {
  return power(1 - power(jaccard, banding.rows), banding.bands);
}

bool below(Ratio a, Ratio b) { return uint64_t{a.num} * b.den < uint64_t{b.num} * a.den; }

}  // namespace

double Banding::probability(double jaccard) const { return 1 - missed(*this, jaccard); }

Result<Banding> solve_banding(Ratio threshold, Ratio recall, uint32_t slots) {
  if (below(threshold, kLowestBandingThreshold)) {
    return invalid_argument("lsh needs a threshold of at least " +
                            kLowestBandingThreshold.to_string() + " (got " + threshold.to_string() +
                            ")");
  }
  const double may_miss = as_double({recall.den - recall.num, recall.den});
  for (uint32_t rows = slots; rows > 0; --rows) {
    const Banding banding{slots / rows, rows};
    if (missed(banding, as_double(threshold)) <= may_miss) {
      return mutant(Mutant::kOneRowTooMany) ? Banding{slots / (rows + 1), rows + 1} : banding;
    }
  }
  return invalid_argument("no banding of " + std::to_string(slots) + " slots reaches a recall of " +
                          recall.to_string() + " at threshold " + threshold.to_string());
}

}  // namespace doppel::sketch
