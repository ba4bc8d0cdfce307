// How similar are two texts, judged by their sketches? Every estimate has an error.
//
// The error is a slightly high estimate of one standard deviation, so that the truth is within two
// errors of the value about 19 times in 20. It is 0 only if the value is exact: even if all slots
// agree, the texts need not be equal. The functions return nothing if a sketch is missing, if the
// two sketches were made under different rules, or if they cannot tell (a mod-n sample of an empty
// union).
//
// A text without tokens is similar to nothing: the estimate is 0 and exact. Cost: about 10 ns.
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>

#include "doppel/signature.h"

namespace doppel::similarity {

struct Estimate {
  double value = 0;
  double error = 0;

  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// The counts behind an estimate, for decisions in integers: `common` of `seen` agree.
struct Agreement {
  uint64_t common = 0;
  uint64_t seen = 0;
  bool exact = false;
};

std::optional<Agreement> minhash_agreement(const Signature& left, const Signature& right);
std::optional<Agreement> bbit_agreement(const Signature& left, const Signature& right);
std::optional<Agreement> classic_agreement(const Signature& left, const Signature& right);
std::optional<Agreement> bottom_agreement(const Signature& left, const Signature& right);
std::optional<Agreement> mod_agreement(const Signature& left, const Signature& right);

// Estimates of the Jaccard similarity of the shingle sets.
std::optional<Estimate> minhash_estimate(const Signature& left, const Signature& right);
std::optional<Estimate> bbit_estimate(const Signature& left,
                                      const Signature& right);  // may be below 0
std::optional<Estimate> classic_estimate(const Signature& left, const Signature& right);
std::optional<Estimate> bottom_estimate(const Signature& left, const Signature& right);
std::optional<Estimate> mod_estimate(const Signature& left, const Signature& right);

// Estimates for the multisets of chunks. `raw` is the measure of Jain et al.: bits set in both
// filters divided by the bits set in the fuller one; it does not fall below the fill of the other
// filter. Resemblance (common / larger) and containment (common / smaller) are corrected by the bit
// counts and are in [0, 1]. Containment needs an estimate of at least kFewestChunks in the smaller
// set.
inline constexpr double kFewestChunks = 4;
std::optional<Estimate> bloom_raw(const Signature& left, const Signature& right);
std::optional<Estimate> bloom_resemblance(const Signature& left, const Signature& right);
std::optional<Estimate> bloom_containment(const Signature& left, const Signature& right);

// The number of bits that differ.
std::optional<uint32_t> simhash_distance(const Signature& left, const Signature& right);

}  // namespace doppel::similarity
