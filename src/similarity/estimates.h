// How alike are two texts, by their sketches? Every answer comes with its error.
//
// The error is one standard deviation, taken a little from above, so that the truth lies within two
// errors of the value about 19 times in 20. It is never 0 unless the answer is exact: that all
// slots agree does not prove equality. Nothing is answered when a sketch is missing, when the two
// were made under different rules, or when it cannot tell (a mod-n sample of an empty union).
//
// A text without tokens is similar to nothing: 0, exactly. Cost: some 10 ns. Thread safety: pure
// functions.
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

// What was counted, for decisions in integers: `common` of `seen` agree.
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

// Of the Jaccard similarity of the sets of shingles.
std::optional<Estimate> minhash_estimate(const Signature& left, const Signature& right);
std::optional<Estimate> bbit_estimate(const Signature& left,
                                      const Signature& right);  // may be below 0
std::optional<Estimate> classic_estimate(const Signature& left, const Signature& right);
std::optional<Estimate> bottom_estimate(const Signature& left, const Signature& right);
std::optional<Estimate> mod_estimate(const Signature& left, const Signature& right);

// Of the multisets of chunks. Raw is J's: bits in both over the bits of the fuller filter, with a
// floor that is the other's fill. Resemblance (common / larger) and containment (common / smaller)
// are corrected from the bit counts and lie in [0, 1]; containment needs at least kFewestChunks in
// the smaller set, by estimate.
inline constexpr double kFewestChunks = 4;
std::optional<Estimate> bloom_raw(const Signature& left, const Signature& right);
std::optional<Estimate> bloom_resemblance(const Signature& left, const Signature& right);
std::optional<Estimate> bloom_containment(const Signature& left, const Signature& right);

// Bits that differ.
std::optional<uint32_t> simhash_distance(const Signature& left, const Signature& right);

}  // namespace doppel::similarity
