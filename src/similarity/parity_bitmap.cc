// Why the bound holds. Let a_i, b_i and d_i be the numbers of elements of A, of B, and of A xor B
// (the elements in exactly one of them) whose hash selects bit i. Common elements count in both a_i
// and b_i, so
//
//   a_i + b_i = d_i (mod 2)      =>      bit i of (bitmap A xor bitmap B) = parity of d_i <= d_i
//
// and popcount(bitmap A xor bitmap B) <= sum d_i = |A xor B|. Two elements of A xor B with the same
// bit cancel out; that only makes the bound weaker.
//
// Why the test is right. With s = |A| + |B|, x = |A xor B| and c common elements, c = (s - x) / 2
// and J = c / (s - c). So
//
//   J >= num / den   <=>   c (den + num) >= num s   <=>   s (den - num) >= x (den + num)
//
// For 4/5 that is s >= 9 x. If even a lower bound of x violates it, A and B are not a pair.
//
// Why this length. With two bits for each element, half of the candidates at J = .777 are ruled
// out; with one bit, half of those at .744. bit_ceil(1.25 n) gives 1.25 to 2.5 bits for each
// element, and at least 512 bits, one cache line. The bitmap sizes of a pair at 4/5 differ by at
// most a factor of two. The longer bitmap is folded by the xor of its halves: the low bits of a
// hash select the bit, so dropping the highest of them gives the bitmap of half the length.
//
// Tested by parity_bitmap_test.cc: the difference never exceeds |A xor B|, a folded bitmap equals a
// short one, and no pair is ever ruled out, on all small sets and on random ones.
#include "similarity/parity_bitmap.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "similarity/mutants.h"
#include "similarity/sets.h"
#include "sketch/kernels.h"

namespace doppel::similarity {
namespace {

constexpr uint64_t kLeastBits = 512;

// Folds the longer bitmap, block by block, to the length of the shorter one.
uint64_t folded_difference(std::span<const uint64_t> longer, std::span<const uint64_t> shorter) {
  uint64_t sum = 0;
  for (size_t i = 0; i < shorter.size(); ++i) {
    uint64_t word = shorter[i];
    for (size_t at = i; at < longer.size(); at += shorter.size()) {
      if (at == i || !mutant(Mutant::kBitmapsNotFolded)) word ^= longer[at];
    }
    sum += static_cast<uint64_t>(std::popcount(word));
  }
  return sum;
}

}  // namespace

size_t parity_words(uint64_t elements) {
  return std::bit_ceil(std::max(kLeastBits, elements + elements / 4)) / 64;
}

void make_parity(std::span<const uint64_t> set, std::span<uint64_t> bitmap) {
  assert(bitmap.size() >= parity_words(set.size()) && std::has_single_bit(bitmap.size()));
  std::fill(bitmap.begin(), bitmap.end(), uint64_t{0});
  const uint64_t last = bitmap.size() * 64 - 1;
  for (uint64_t element : set) {
    uint64_t bit = element & last;
    bitmap[bit / 64] ^= uint64_t{1} << (bit % 64);
  }
}

uint64_t parity_difference(std::span<const uint64_t> left, std::span<const uint64_t> right) {
  if (left.size() == right.size()) return sketch::count_xor(left, right);
  return left.size() > right.size() ? folded_difference(left, right)
                                    : folded_difference(right, left);
}

bool could_be_pair(const ParityBitmap& a, const ParityBitmap& b, Ratio threshold) {
  if (!sizes_allow(a.size, b.size, threshold)) return false;
  const uint64_t difference =
      parity_difference({a.words, parity_words(a.size)}, {b.words, parity_words(b.size)});
  return difference_allows(a.size, b.size, difference, threshold);
}

}  // namespace doppel::similarity
