// A predicate over sketches: decides whether two texts are duplicates from their signatures,
// without the texts.
//
// Like doppel::Predicate it is a value, and what to_string() prints can be parsed again:
//
//   minhash(word,5,128) >= 4/5            one-permutation MinHash of 128 slots
//   bbit(word,5,128,2) >= 4/5             2 bits of each slot, corrected
//   classic(word,5,200) >= 4/5            200 permutations
//   bottom(word,5,128) >= 4/5             the 128 smallest
//   modn(word,5,16) >= 4/5                one shingle in 16
//   super_shingles(word,5,6,14) >= 2      equal groups among 6 of 14 slots
//   simhash(64,3) <= 3                    differing bits of 64, features of 3 words
//   bloom(gear,256,2048,2) >= 7/10        corrected: chunks of 256 bytes, 2048 bits, 2 hashes
//   bloom_containment(gear,256,2048,2) >= 9/10
//   bloom_raw(rabin,256,2048,2) >= 7/10   as in Jain et al., not corrected
//
// The words padded and masked may follow k, as in doppel::Predicate.
//
// Estimates have errors: chance() is the probability that the predicate holds at a true similarity,
// and estimate() is the value with its error for one pair. Decisions are made in integers, except
// for the corrected Bloom figures, which need a logarithm. Thread safety: values and pure
// functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "doppel/predicate.h"
#include "doppel/signature.h"
#include "similarity/estimates.h"

namespace doppel::similarity {

enum class SketchMeasure : uint8_t {
  kMinHash,
  kBbit,
  kClassic,
  kBottom,
  kModN,
  kSuperShingles,
  kSimHash,
  kBloom,
  kBloomContainment,
  kBloomRaw,
};

struct SketchPredicate {
  SketchMeasure measure = SketchMeasure::kMinHash;
  // What a signature must contain: the one sketch that the predicate uses.
  SignatureRules rules;
  Ratio threshold{4, 5};  // not used by SimHash and super-shingles
  uint32_t count = 0;     // SimHash: most differing bits; super-shingles: fewest equal
  uint32_t groups = 0, group_rows = 0;  // super-shingles

  // Is its value a number of bits or groups, not a share?
  bool counts() const {
    return measure == SketchMeasure::kSimHash || measure == SketchMeasure::kSuperShingles;
  }

  static Result<SketchPredicate> parse(std::string_view text);
  std::string to_string() const;

  // False if the sketches cannot tell. REQUIRES: the signatures were made under `rules`.
  bool holds(const Signature& left, const Signature& right) const;
  // The measured value: a similarity; for SimHash the distance and for super-shingles the number of
  // equal groups, both without error.
  std::optional<Estimate> estimate(const Signature& left, const Signature& right) const;
  // The probability that it holds for two long texts with this true similarity: Jaccard, or cosine
  // for SimHash. Nothing for mod-n and Bloom, where it depends on the sizes of the sets.
  std::optional<double> chance(double similarity) const;

  friend bool operator==(const SketchPredicate&, const SketchPredicate&) = default;
};

}  // namespace doppel::similarity
