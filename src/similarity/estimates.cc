// Errors. A share p of n independent slots has the deviation sqrt(p (1 - p) / n). p is not known,
// and using the estimate instead gives 0 at both ends, where that is most wrong. So p is estimated
// by Laplace's rule as (common + 1) / (n + 2), which is accurate in the middle and sensible at the
// ends: 128 equal slots give 1 with an error of 0.008. In one-permutation sketches of short texts,
// empty slots are filled from others, which increases the deviation up to 1.3 times.
//
// The corrected Bloom figures are sums and differences of three counts n(A), n(B), n(A or B). Their
// deviations are added as if they were independent; they are positively correlated, so the result
// is an upper bound.
//
// Tested by estimates_test.cc: the errors over many seeds are compared with the errors returned.
#include "similarity/estimates.h"

#include <algorithm>
#include <cmath>

#include "sketch/bloom.h"
#include "sketch/kernels.h"
#include "sketch/reductions.h"
#include "sketch/samples.h"
#include "sketch/simhash.h"

namespace doppel::similarity {
namespace {

constexpr uint64_t kShortWindows = 100;
constexpr double kShortFactor = 1.3;

bool comparable(const Signature& left, const Signature& right) {
  return left.rules.text == right.rules.text && left.rules.seed == right.rules.seed;
}

bool one_is_empty(const Signature& left, const Signature& right) {
  return left.windows == 0 || right.windows == 0;
}

double share(const Agreement& a) {
  return static_cast<double>(a.common) / static_cast<double>(a.seen);
}

double share_error(const Agreement& a) {
  if (a.exact) return 0;
  const auto n = static_cast<double>(a.seen);
  const double p = (static_cast<double>(a.common) + 1) / (n + 2);
  return std::sqrt(p * (1 - p) / n);
}

double borrowing_factor(const Signature& left, const Signature& right) {
  return std::min(left.windows, right.windows) < kShortWindows ? kShortFactor : 1;
}

std::optional<Estimate> estimate_of(const std::optional<Agreement>& agreement) {
  if (!agreement || agreement->seen == 0) return std::nullopt;
  return Estimate{share(*agreement), share_error(*agreement)};
}

Agreement similar_to_nothing(uint64_t seen) { return {0, seen, true}; }

std::optional<sketch::BloomCounts> bloom_counts(const Signature& left, const Signature& right) {
  const SignatureRules &l = left.rules, &r = right.rules;
  if (left.bloom.empty() || right.bloom.empty() || l.chunker != r.chunker ||
      l.chunk_hash != r.chunk_hash || l.chunk_bytes != r.chunk_bytes ||
      l.text.mask_numbers != r.text.mask_numbers) {
    return std::nullopt;
  }
  return sketch::compare(sketch::BloomFilter(left.bloom, l.bloom_hashes),
                         sketch::BloomFilter(right.bloom, r.bloom_hashes));
}

// The number of elements of A, of B and of both, and the deviation of the last number.
struct BloomElements {
  double left = 0, right = 0, common = 0, error = 0;
};

std::optional<BloomElements> bloom_elements_of(const Signature& left, const Signature& right) {
  const auto counts = bloom_counts(left, right);
  if (!counts) return std::nullopt;
  auto elements = [&](size_t bits) {
    return sketch::bloom_elements(bits, counts->bits, counts->hashes);
  };
  auto variance = [&](double n) {
    const double error = sketch::bloom_elements_error(n, counts->bits, counts->hashes);
    return error * error;
  };
  BloomElements out{elements(counts->left), elements(counts->right)};
  const double in_union = elements(counts->left + counts->right - counts->both);
  out.common = std::clamp(out.left + out.right - in_union, 0.0, std::min(out.left, out.right));
  out.error = std::sqrt(variance(out.left) + variance(out.right) + variance(in_union));
  return out;
}

Estimate bloom_share(const BloomElements& n, double of) {
  if (of <= 0) return {};
  return {n.common / of, n.error / of};
}

}  // namespace

std::optional<Agreement> minhash_agreement(const Signature& left, const Signature& right) {
  if (!comparable(left, right) || left.minhash.empty() ||
      left.minhash.size() != right.minhash.size()) {
    return std::nullopt;
  }
  if (one_is_empty(left, right)) return similar_to_nothing(left.minhash.size());
  return Agreement{sketch::count_equal(left.minhash, right.minhash), left.minhash.size()};
}

std::optional<Agreement> bbit_agreement(const Signature& left, const Signature& right) {
  const SignatureRules &l = left.rules, &r = right.rules;
  if (!comparable(left, right) || left.bbit.empty() || l.bbit != r.bbit || l.bins != r.bins)
    return std::nullopt;
  if (one_is_empty(left, right)) return similar_to_nothing(l.bins);
  return Agreement{sketch::count_equal_bbit(left.bbit, right.bbit, l.bbit), l.bins};
}

std::optional<Agreement> classic_agreement(const Signature& left, const Signature& right) {
  if (!comparable(left, right) || left.classic.empty() ||
      left.classic.size() != right.classic.size()) {
    return std::nullopt;
  }
  if (one_is_empty(left, right)) return similar_to_nothing(left.classic.size());
  return Agreement{sketch::count_equal(left.classic, right.classic), left.classic.size()};
}

std::optional<Agreement> bottom_agreement(const Signature& left, const Signature& right) {
  const uint32_t m = left.rules.bottom;
  if (!comparable(left, right) || m == 0 || right.rules.bottom != m) return std::nullopt;
  if (one_is_empty(left, right)) return similar_to_nothing(m);
  const auto counts = sketch::compare_bottom(left.bottom, right.bottom, m);
  return Agreement{counts.common, counts.seen, counts.exact};
}

std::optional<Agreement> mod_agreement(const Signature& left, const Signature& right) {
  const uint64_t n = left.rules.mod;
  if (!comparable(left, right) || n == 0 || right.rules.mod != n) return std::nullopt;
  if (one_is_empty(left, right)) return similar_to_nothing(1);
  const auto counts = sketch::compare_mod(left.mod, right.mod, n);
  if (counts.seen == 0) return std::nullopt;
  return Agreement{counts.common, counts.seen, counts.exact};
}

std::optional<Estimate> minhash_estimate(const Signature& left, const Signature& right) {
  auto out = estimate_of(minhash_agreement(left, right));
  if (out) out->error *= borrowing_factor(left, right);
  return out;
}

std::optional<Estimate> bbit_estimate(const Signature& left, const Signature& right) {
  const auto agreement = bbit_agreement(left, right);
  if (!agreement) return std::nullopt;
  if (agreement->exact) return Estimate{};
  const double chance = std::ldexp(1.0, -static_cast<int>(left.rules.bbit));
  return Estimate{sketch::bbit_jaccard(agreement->common, agreement->seen, left.rules.bbit),
                  share_error(*agreement) / (1 - chance) * borrowing_factor(left, right)};
}

std::optional<Estimate> classic_estimate(const Signature& left, const Signature& right) {
  return estimate_of(classic_agreement(left, right));
}

std::optional<Estimate> bottom_estimate(const Signature& left, const Signature& right) {
  return estimate_of(bottom_agreement(left, right));
}

std::optional<Estimate> mod_estimate(const Signature& left, const Signature& right) {
  return estimate_of(mod_agreement(left, right));
}

std::optional<Estimate> bloom_raw(const Signature& left, const Signature& right) {
  const auto counts = bloom_counts(left, right);
  if (!counts) return std::nullopt;
  const size_t fuller = std::max(counts->left, counts->right);
  if (one_is_empty(left, right) || fuller == 0) return Estimate{};
  const Agreement bits{counts->both, fuller};
  return Estimate{share(bits), share_error(bits)};
}

std::optional<Estimate> bloom_resemblance(const Signature& left, const Signature& right) {
  const auto n = bloom_elements_of(left, right);
  if (!n) return std::nullopt;
  if (one_is_empty(left, right)) return Estimate{};
  return bloom_share(*n, std::max(n->left, n->right));
}

std::optional<Estimate> bloom_containment(const Signature& left, const Signature& right) {
  const auto n = bloom_elements_of(left, right);
  if (!n || std::min(n->left, n->right) < kFewestChunks) return std::nullopt;
  return bloom_share(*n, std::min(n->left, n->right));
}

std::optional<uint32_t> simhash_distance(const Signature& left, const Signature& right) {
  const SignatureRules &l = left.rules, &r = right.rules;
  if (l.simhash_bits == 0 || l.simhash_bits != r.simhash_bits || l.simhash_k != r.simhash_k ||
      l.seed != r.seed || l.text.mask_numbers != r.text.mask_numbers) {
    return std::nullopt;
  }
  const sketch::SimHash a{left.simhash_low, left.simhash_high},
      b{right.simhash_low, right.simhash_high};
  return static_cast<uint32_t>(sketch::hamming_distance(a, b));
}

}  // namespace doppel::similarity
