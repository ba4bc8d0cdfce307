// Rules and a winner order for tests of a TextIndex.
#pragma once

#include <string>

#include "index/index_rules.h"
#include "similarity/neighbour_source.h"
#include "sketch/banding.h"
#include "sketch/one_permutation_minhash.h"

namespace doppel::support {

// Low enough that random texts form pairs: shingles of two words, threshold 3/5.
inline index::IndexRules index_rules(Strategy strategy) {
  index::IndexRules out;
  out.predicate.rules.k = 2;
  out.predicate.threshold = {3, 5};
  out.strategy = strategy;
  out.banding =
      *sketch::solve_banding(out.predicate.threshold, sketch::kBandingRecall, sketch::kSketchSlots);
  return out;
}

// The text with the smaller id is preferred.
struct ById : similarity::Standings {
  std::string rank(size_t, StoredTextId id) const override {
    std::string digits = std::to_string(id.value);
    return std::string(20 - digits.size(), '0') + digits;
  }
};

}  // namespace doppel::support
