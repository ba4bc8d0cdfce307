// Three loops here deserve a word.
//
// Classic MinHash holds a block of minima in registers and runs all values through it, then takes
// the next block: the values are read again for each block, which is cheap, and the minima are
// never stored in between.
//
// The majority of bits (SimHash) is counted with bit-sliced numbers: plane j holds bit j of 64
// counters at once. Sixteen values go through a tree of carry-save adders (three bits of one weight
// become two bits of two weights, five operations for 64 counters times the lanes), so that a value
// costs about five operations. In the end the lanes are added and all 64 counters are compared with
// half the number of values, also bit-sliced: the highest plane in which they differ decides.
//
//   plane 2   0 1 1 0
//   plane 1   1 0 1 0       four counters, 3 5 6 1; more than 3?  0 1 1 0
//   plane 0   1 1 0 1
//
// Bits are counted by table look-up in bytes; a byte holds up to 31 counts of 8 before they are
// summed.
//
// Tested by kernels_test.cc on every target, against the definitions in the header.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/kernels.cc"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "sketch/kernels.h"
#include "sketch/permutation.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::sketch {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void Permute(const uint64_t* hashes, size_t count, uint64_t seed, uint64_t* out) {
  const hn::ScalableTag<uint64_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto seeds = hn::Set(d, seed), first = hn::Set(d, kPermute1),
             second = hn::Set(d, kPermute2);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    auto x = hn::Xor(hn::LoadU(d, hashes + i), seeds);
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<33>(x)), first);
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<33>(x)), second);
    hn::StoreU(hn::Xor(x, hn::ShiftRight<33>(x)), d, out + i);
  }
  for (; i < count; ++i) out[i] = permuted(hashes[i], seed);
}

// One block of kVectors vectors of minima.
template <size_t kVectors>
HWY_INLINE void AffineBlock(const uint64_t* values, size_t count, const uint32_t* multipliers,
                            const uint32_t* increments, uint32_t* minima) {
  static_assert(kVectors == 1 || kVectors == 4);
  const hn::CappedTag<uint32_t, kAffineBlock> d;
  const size_t n = hn::Lanes(d);
  auto minimum = [&](auto before, auto x, auto multiplier, auto increment) HWY_ATTR {
    return hn::Min(before, hn::Add(hn::Mul(x, multiplier), increment));
  };
  auto a0 = hn::LoadU(d, multipliers), b0 = hn::LoadU(d, increments), m0 = hn::LoadU(d, minima);
  if constexpr (kVectors == 1) {
    for (size_t i = 0; i < count; ++i) {
      m0 = minimum(m0, hn::Set(d, static_cast<uint32_t>(values[i])), a0, b0);
    }
  } else {
    auto a1 = hn::LoadU(d, multipliers + n), a2 = hn::LoadU(d, multipliers + 2 * n);
    auto b1 = hn::LoadU(d, increments + n), b2 = hn::LoadU(d, increments + 2 * n);
    auto a3 = hn::LoadU(d, multipliers + 3 * n), b3 = hn::LoadU(d, increments + 3 * n);
    auto m1 = hn::LoadU(d, minima + n), m2 = hn::LoadU(d, minima + 2 * n);
    auto m3 = hn::LoadU(d, minima + 3 * n);
    for (size_t i = 0; i < count; ++i) {
      const auto x = hn::Set(d, static_cast<uint32_t>(values[i]));
      m0 = minimum(m0, x, a0, b0);
      m1 = minimum(m1, x, a1, b1);
      m2 = minimum(m2, x, a2, b2);
      m3 = minimum(m3, x, a3, b3);
    }
    hn::StoreU(m1, d, minima + n);
    hn::StoreU(m2, d, minima + 2 * n);
    hn::StoreU(m3, d, minima + 3 * n);
  }
  hn::StoreU(m0, d, minima);
}

void AffineMinima(const uint64_t* values, size_t count, const uint32_t* multipliers,
                  const uint32_t* increments, uint32_t* minima, size_t slots) {
  const size_t lanes = hn::Lanes(hn::CappedTag<uint32_t, kAffineBlock>());
  size_t p = 0;
  for (; p + 4 * lanes <= slots; p += 4 * lanes) {
    AffineBlock<4>(values, count, multipliers + p, increments + p, minima + p);
  }
  for (; p < slots; p += lanes) {
    AffineBlock<1>(values, count, multipliers + p, increments + p, minima + p);
  }
}

size_t CountEqual(const uint32_t* left, const uint32_t* right, size_t count) {
  const hn::ScalableTag<uint32_t> d;
  const size_t lanes = hn::Lanes(d);
  size_t equal = 0, i = 0;
  for (; i + lanes <= count; i += lanes) {
    equal += hn::CountTrue(d, hn::Eq(hn::LoadU(d, left + i), hn::LoadU(d, right + i)));
  }
  for (; i < count; ++i) equal += left[i] == right[i];
  return equal;
}

// Bit-sliced counters, one set in each lane. Planes 0 to 3 live in registers during a block of 16
// vectors.
constexpr size_t kPlanes = 32;
constexpr size_t kBlockVectors = 16;
using Words = hn::ScalableTag<uint64_t>;
using WordVector = hn::Vec<Words>;

// Three bits of one weight become a bit of that weight and a bit of twice the weight.
HWY_INLINE WordVector CarrySave(WordVector& sum, WordVector b, WordVector c) {
  const auto u = hn::Xor(sum, b);
  const auto carry = hn::Or(hn::And(sum, b), hn::And(u, c));
  sum = hn::Xor(u, c);
  return carry;
}

// Adds 16 vectors to planes 0 to 3; the answer has weight 16.
HWY_INLINE WordVector AddSixteen(const uint64_t* values, WordVector& ones, WordVector& twos,
                                 WordVector& fours, WordVector& eights) {
  const Words d;
  const size_t lanes = hn::Lanes(d);
  auto pair = [&](size_t i) HWY_ATTR {
    return CarrySave(ones, hn::LoadU(d, values + i * lanes),
                     hn::LoadU(d, values + (i + 1) * lanes));
  };
  auto four = [&](size_t i) HWY_ATTR {
    const auto low = pair(i);
    return CarrySave(twos, low, pair(i + 2));
  };
  auto eight = [&](size_t i) HWY_ATTR {
    const auto low = four(i);
    return CarrySave(fours, low, four(i + 4));
  };
  const auto low = eight(0);
  return CarrySave(eights, low, eight(8));
}

uint64_t MajorityBits(const uint64_t* values, size_t count) {
  const Words d;
  const size_t lanes = hn::Lanes(d), block = kBlockVectors * lanes;
  constexpr size_t kMaxLanes = hn::MaxLanes(Words());
  HWY_ALIGN uint64_t planes[kPlanes][kMaxLanes] = {};
  HWY_ALIGN uint64_t last[kBlockVectors * kMaxLanes];  // the values that do not fill a block
  auto ones = hn::Zero(d), twos = ones, fours = ones, eights = ones;
  const size_t used = 4 + static_cast<size_t>(std::bit_width(count / block + 1));
  for (size_t i = 0; i < count; i += block) {
    const uint64_t* from = values + i;
    if (count - i < block) {
      std::fill(std::copy(from, values + count, last), last + block, 0);
      from = last;
    }
    auto carry = AddSixteen(from, ones, twos, fours, eights);
    for (size_t p = 4; p < used; ++p) {
      const auto plane = hn::Load(d, planes[p]);
      hn::Store(hn::Xor(plane, carry), d, planes[p]);
      carry = hn::And(plane, carry);
    }
  }
  hn::Store(ones, d, planes[0]);
  hn::Store(twos, d, planes[1]);
  hn::Store(fours, d, planes[2]);
  hn::Store(eights, d, planes[3]);

  uint64_t total[kPlanes] = {};
  const size_t needed = std::min(kPlanes, used + static_cast<size_t>(std::bit_width(lanes)));
  for (size_t lane = 0; lane < lanes; ++lane) {
    uint64_t carry = 0;
    for (size_t p = 0; p < needed; ++p) {
      const uint64_t x = planes[p][lane], u = total[p] ^ x, sum = u ^ carry;
      carry = (total[p] & x) | (u & carry);
      total[p] = sum;
    }
  }
  const uint64_t half = count / 2;
  uint64_t greater = 0, equal = ~uint64_t{0};
  for (size_t p = needed; p-- > 0;) {
    if (half >> p & 1) {
      equal &= total[p];
    } else {
      greater |= equal & total[p];
      equal &= ~total[p];
    }
  }
  return greater;
}

void WeightedBitSums(const uint64_t* values, const uint16_t* weights, size_t count,
                     uint32_t* sums) {
  const hn::CappedTag<uint32_t, 16> d;
  const size_t n = hn::Lanes(d);
  const auto one = hn::Set(d, 1);
  for (int shift : {0, 32}) {
    for (uint32_t bit = 0; bit < 32; bit += static_cast<uint32_t>(2 * n)) {
      const auto bits0 = hn::Shl(one, hn::Iota(d, bit));
      const auto bits1 = hn::Shl(one, hn::Iota(d, bit + static_cast<uint32_t>(n)));
      uint32_t* at = sums + shift + bit;
      auto sum0 = hn::LoadU(d, at), sum1 = hn::LoadU(d, at + n);
      for (size_t i = 0; i < count; ++i) {
        const auto x = hn::Set(d, static_cast<uint32_t>(values[i] >> shift));
        const auto w = hn::Set(d, weights[i]);
        sum0 = hn::Add(sum0, hn::IfThenElseZero(hn::TestBit(x, bits0), w));
        sum1 = hn::Add(sum1, hn::IfThenElseZero(hn::TestBit(x, bits1), w));
      }
      hn::StoreU(sum0, d, at);
      hn::StoreU(sum1, d, at + n);
    }
  }
}

// Counts the bits of vector_at(i) over all whole vectors, of word_at(i) over the words that are
// left.
template <typename VectorAt, typename WordAt>
HWY_INLINE size_t CountBytes(size_t words, VectorAt vector_at, WordAt word_at) {
  size_t total = 0, i = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr size_t kMostVectors = 31;  // 31 * 8 < 256
  const hn::ScalableTag<uint8_t> d8;
  const Words d64;
  const size_t step = hn::Lanes(d64);
  auto sums = hn::Zero(d64);
  while (i + step <= words) {
    auto bytes = hn::Zero(d8);
    const size_t end = i + std::min((words - i) / step, kMostVectors) * step;
    for (; i < end; i += step) bytes = hn::Add(bytes, hn::PopulationCount(vector_at(i)));
    sums = hn::Add(sums, hn::SumsOf8(bytes));
  }
  total = hn::GetLane(hn::SumOfLanes(d64, sums));
#else
  (void)vector_at;
#endif
  for (; i < words; ++i) total += static_cast<size_t>(std::popcount(word_at(i)));
  return total;
}

size_t CountAnd(const uint64_t* left, const uint64_t* right, size_t words) {
  const hn::ScalableTag<uint8_t> d8;
  const Words d64;
  return CountBytes(
      words,
      [&](size_t i) HWY_ATTR {
        return hn::BitCast(d8, hn::And(hn::LoadU(d64, left + i), hn::LoadU(d64, right + i)));
      },
      [&](size_t i) { return left[i] & right[i]; });
}

// Lanes of 32 bits: the even ones hold the low halves of the values, the odd ones are made to lose.
uint32_t AffineMinimum(const uint64_t* values, size_t count, uint32_t multiplier,
                       uint32_t increment) {
  uint32_t least = UINT32_MAX;
  size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Words d64;
  const hn::Repartition<uint32_t, Words> d32;
  const size_t step = hn::Lanes(d64);
  const auto times = hn::Set(d32, multiplier), plus = hn::Set(d32, increment);
  const auto odd = hn::BitCast(d32, hn::Set(d64, 0xFFFFFFFF00000000));
  auto minima = hn::Set(d32, UINT32_MAX);
  for (; i + step <= count; i += step) {
    const auto x = hn::BitCast(d32, hn::LoadU(d64, values + i));
    minima = hn::Min(minima, hn::Or(odd, hn::Add(hn::Mul(x, times), plus)));
  }
  least = hn::GetLane(hn::MinOfLanes(d32, minima));
#endif
  for (; i < count; ++i) {
    least = std::min(least, static_cast<uint32_t>(values[i]) * multiplier + increment);
  }
  return least;
}

void CountAndRows(const uint64_t* left, const uint64_t* rows, size_t words, size_t count,
                  uint32_t* out) {
  for (size_t r = 0; r < count; ++r, rows += words) {
    out[r] = static_cast<uint32_t>(CountAnd(left, rows, words));
  }
}

size_t CountXor(const uint64_t* left, const uint64_t* right, size_t words) {
  const hn::ScalableTag<uint8_t> d8;
  const Words d64;
  return CountBytes(
      words,
      [&](size_t i) HWY_ATTR {
        return hn::BitCast(d8, hn::Xor(hn::LoadU(d64, left + i), hn::LoadU(d64, right + i)));
      },
      [&](size_t i) { return left[i] ^ right[i]; });
}

size_t CountBits(const uint64_t* words, size_t count) {
  const hn::ScalableTag<uint8_t> d8;
  const Words d64;
  return CountBytes(
      count, [&](size_t i) HWY_ATTR { return hn::BitCast(d8, hn::LoadU(d64, words + i)); },
      [&](size_t i) { return words[i]; });
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::sketch
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace doppel::sketch {

HWY_EXPORT(Permute);
HWY_EXPORT(AffineMinima);
HWY_EXPORT(AffineMinimum);
HWY_EXPORT(CountEqual);
HWY_EXPORT(MajorityBits);
HWY_EXPORT(WeightedBitSums);
HWY_EXPORT(CountAnd);
HWY_EXPORT(CountAndRows);
HWY_EXPORT(CountXor);
HWY_EXPORT(CountBits);

void permute(std::span<const uint64_t> hashes, uint64_t seed, std::span<uint64_t> out) {
  assert(hashes.size() == out.size());
  HWY_DYNAMIC_DISPATCH(Permute)(hashes.data(), hashes.size(), seed, out.data());
}

void affine_minima(std::span<const uint64_t> values, std::span<const uint32_t> multipliers,
                   std::span<const uint32_t> increments, std::span<uint32_t> minima) {
  assert(multipliers.size() == minima.size() && increments.size() == minima.size());
  assert(minima.size() % kAffineBlock == 0);
  HWY_DYNAMIC_DISPATCH(AffineMinima)
  (values.data(), values.size(), multipliers.data(), increments.data(), minima.data(),
   minima.size());
}

uint32_t affine_minimum(std::span<const uint64_t> values, uint32_t multiplier, uint32_t increment) {
  return HWY_DYNAMIC_DISPATCH(AffineMinimum)(values.data(), values.size(), multiplier, increment);
}

size_t count_equal(std::span<const uint32_t> left, std::span<const uint32_t> right) {
  assert(left.size() == right.size());
  return HWY_DYNAMIC_DISPATCH(CountEqual)(left.data(), right.data(), left.size());
}

uint64_t majority_bits(std::span<const uint64_t> values) {
  return HWY_DYNAMIC_DISPATCH(MajorityBits)(values.data(), values.size());
}

void weighted_bit_sums(std::span<const uint64_t> values, std::span<const uint16_t> weights,
                       std::span<uint32_t, 64> sums) {
  assert(values.size() == weights.size() && values.size() <= 65536);
  HWY_DYNAMIC_DISPATCH(WeightedBitSums)(values.data(), weights.data(), values.size(), sums.data());
}

size_t count_and(std::span<const uint64_t> left, std::span<const uint64_t> right) {
  assert(left.size() == right.size());
  return HWY_DYNAMIC_DISPATCH(CountAnd)(left.data(), right.data(), left.size());
}

void count_and_rows(std::span<const uint64_t> left, std::span<const uint64_t> rows,
                    std::span<uint32_t> counts) {
  assert(rows.size() == counts.size() * left.size());
  HWY_DYNAMIC_DISPATCH(CountAndRows)
  (left.data(), rows.data(), left.size(), counts.size(), counts.data());
}

size_t count_xor(std::span<const uint64_t> left, std::span<const uint64_t> right) {
  assert(left.size() == right.size());
  return HWY_DYNAMIC_DISPATCH(CountXor)(left.data(), right.data(), left.size());
}

size_t count_bits(std::span<const uint64_t> words) {
  return HWY_DYNAMIC_DISPATCH(CountBits)(words.data(), words.size());
}

}  // namespace doppel::sketch
#endif  // HWY_ONCE
