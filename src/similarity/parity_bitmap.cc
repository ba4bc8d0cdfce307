// Why the bound holds. Let a_i be the number of elements of A that fall on bit i, b_i of B, d_i of
// A xor B (the elements in exactly one of them). Common elements count in both a_i and b_i, so
//
//   a_i + b_i = d_i (mod 2)      =>      bit i of (bitmap A xor bitmap B) = parity of d_i <= d_i
//
// and popcount(bitmap A xor bitmap B) <= sum d_i = |A xor B|. Two elements of A xor B that fall on
// one bit hide each other; that only makes the bound weaker.
//
// Why the test is right. With s = |A| + |B|, x = |A xor B| and c common elements, c = (s - x) / 2
// and J = c / (s - c). So
//
//   J >= num / den   <=>   c (den + num) >= num s   <=>   s (den - num) >= x (den + num)
//
// At 4/5 that is s >= 9 x. A lower bound of x that breaks it proves that the pair fails.
//
// How long it is. Half of the pairs at J = .777 are told apart when there are two bits an element,
// at .744 with one. bit_ceil(1.25 n) gives 1.25 to 2.5 bits an element, at least 512, one cache
// line. Sizes of a pair at 4/5 differ by at most one step; a longer bitmap is folded by the xor of
// its halves, because the place is the hash's low bits: dropping the top one of them is the bitmap
// of half the length.
//
// Tested by parity_bitmap_test.cc: never above |A xor B|, folding equals making it shorter, and no
// pair is ever lost, on all small sets and at random.
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

// The longer one is folded block by block onto the length of the shorter.
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
