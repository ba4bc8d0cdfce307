#include "main_content/model.h"

#include <array>
#include <bit>
#include <cstddef>

// A model that people can read.
//
// Logistic regression over curves: each feature is a byte, its curve is straight between a few
// knots, and the score of a block is the sum of its curves and of the weights of the tags and hints
// around it. A line of weights.inc says, for example, that 0, 7 and 63 words weigh -0.9, -0.1 and
// +1.2. Unlike a single weight, a curve can rise and fall again; and still every decision can be
// explained by the terms of the sum.
//
// Features are bytes and weights are whole 1024ths, so no rounding can differ between compilers or
// machines: the same page gives the same text everywhere. At run time a curve is a table of 256
// numbers; the compiler makes the tables.
//
// Categories (tags, kinds of characters) are features as well: their curve has a knot at every
// value.
//
// Tested by model_test.cc; the quality is measured by eval/main_content.

namespace doppel::main_content {
namespace {

using html::Tag;

struct Knot {
  uint8_t at;
  int16_t weight;
};

// Knots ascend; the first is at 0. After the last knot the weight stays the same.
constexpr size_t kMaxKnots = 28;
struct Curve {
  Feature feature;
  std::array<Knot, kMaxKnots> knots;
};

struct HintWeights {
  Hint hint;
  int16_t own, near, all;
};

struct TagWeight {
  Tag tag;
  int16_t weight;
};

#include "main_content/weights.inc"

using Table = std::array<int16_t, 256>;

constexpr Table table_of(const Curve& curve) {
  Table table{};
  size_t knot = 0;
  for (size_t x = 0; x < table.size(); ++x) {
    while (knot + 1 < kMaxKnots && curve.knots[knot + 1].at > curve.knots[knot].at &&
           curve.knots[knot + 1].at <= x) {
      ++knot;
    }
    const Knot left = curve.knots[knot];
    const bool last = knot + 1 == kMaxKnots || curve.knots[knot + 1].at <= left.at;
    const Knot right = last ? left : curve.knots[knot + 1];
    const int32_t width = last ? 1 : right.at - left.at;
    const int32_t step = (right.weight - left.weight) * static_cast<int32_t>(x - left.at) / width;
    table[x] = static_cast<int16_t>(left.weight + (last ? 0 : step));
  }
  return table;
}

constexpr std::array<Table, kFeatures> make_tables() {
  std::array<Table, kFeatures> tables{};
  for (const Curve& curve : kCurves) {
    tables[static_cast<size_t>(curve.feature)] = table_of(curve);
  }
  return tables;
}
constexpr std::array<Table, kFeatures> kTables = make_tables();

struct BitWeights {
  std::array<int16_t, 32> own{}, near{}, all{};
  std::array<int16_t, 64> tags{};
};

constexpr BitWeights make_bits() {
  BitWeights bits;
  for (const HintWeights& hint : kHintWeights) {
    bits.own[static_cast<size_t>(hint.hint)] = hint.own;
    bits.near[static_cast<size_t>(hint.hint)] = hint.near;
    bits.all[static_cast<size_t>(hint.hint)] = hint.all;
  }
  for (const TagWeight& tag : kTagWeights) bits.tags[static_cast<size_t>(tag.tag)] = tag.weight;
  return bits;
}
constexpr BitWeights kBits = make_bits();

template <typename Set, typename Weights>
int32_t sum_of(Set set, const Weights& weights) {
  int32_t sum = 0;
  for (; set != 0; set &= set - 1) sum += weights[static_cast<size_t>(std::countr_zero(set))];
  return sum;
}

}  // namespace

int32_t content_score(const BlockFeatures& block) {
  int32_t score = kBias;
  for (size_t f = 0; f < kFeatures; ++f) score += kTables[f][block.level[f]];
  return score + sum_of(block.tags, kBits.tags) + sum_of(block.hints_own, kBits.own) +
         sum_of(block.hints_near, kBits.near) + sum_of(block.hints_all, kBits.all);
}

}  // namespace doppel::main_content
