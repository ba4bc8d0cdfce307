#include "sketch/bloom.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>

#include "base/bytes.h"
#include "sketch/kernels.h"

namespace doppel::sketch {
namespace {

// The element (chunk, index) of the multiset rule; index 1 is the chunk itself.
Hash128 indexed(const Hash128& id, uint64_t index) {
  if (index == 1) return id;
  ByteWriter bytes;
  bytes.u64(id.high);
  bytes.u64(id.low);
  bytes.u64(index);
  return hash128(bytes.bytes());
}

// 1 + floor(ln r), in integers: the powers of e, rounded up.
uint64_t copies(uint64_t r) {
  uint64_t out = 1;
  for (double power = std::numbers::e; static_cast<double>(r) >= power; power *= std::numbers::e)
    ++out;
  return out;
}

}  // namespace

BloomFilter::BloomFilter(size_t bits, uint32_t hashes) : words_(bits / 64), hashes_(hashes) {
  assert(bits > 0 && bits % 64 == 0 && hashes >= 1 && hashes <= kMaxHashes);
}

BloomFilter::BloomFilter(std::vector<uint64_t> words, uint32_t hashes)
    : words_(std::move(words)), hashes_(hashes) {
  assert(!words_.empty() && hashes >= 1 && hashes <= kMaxHashes);
}

void BloomFilter::insert_multiset(std::vector<Hash128>& ids) {
  std::sort(ids.begin(), ids.end());
  for (size_t begin = 0, end = 0; begin < ids.size(); begin = end) {
    while (end < ids.size() && ids[end] == ids[begin]) ++end;
    const uint64_t most = copies(end - begin);
    for (uint64_t index = 1; index <= most; ++index) insert(indexed(ids[begin], index));
  }
}

size_t BloomFilter::set_bits() const { return count_bits(words_); }

BloomFilter BloomFilter::folded(size_t bits) const {
  assert(bits > 0 && bits % 64 == 0 && this->bits() % bits == 0);
  BloomFilter out(bits, hashes_);
  for (size_t i = 0; i < words_.size(); ++i) out.words_[i % out.words_.size()] |= words_[i];
  return out;
}

size_t bloom_bits_for(size_t elements) { return std::max<size_t>(64, std::bit_ceil(8 * elements)); }

std::optional<BloomCounts> compare(const BloomFilter& left, const BloomFilter& right) {
  if (left.hashes() != right.hashes()) return std::nullopt;
  if (left.bits() > right.bits() && left.bits() % right.bits() == 0) {
    return compare(left.folded(right.bits()), right);
  }
  if (right.bits() > left.bits() && right.bits() % left.bits() == 0) {
    return compare(left, right.folded(left.bits()));
  }
  if (left.bits() != right.bits()) return std::nullopt;
  return BloomCounts{left.bits(), left.hashes(), left.set_bits(), right.set_bits(),
                     count_and(left.words(), right.words())};
}

double bloom_elements(size_t set_bits, size_t bits, uint32_t hashes) {
  const auto m = static_cast<double>(bits);
  if (set_bits >= bits) return m;
  return -(m / hashes) * std::log1p(-static_cast<double>(set_bits) / m);
}

double bloom_elements_error(double elements, size_t bits, uint32_t hashes) {
  const auto m = static_cast<double>(bits);
  const double c = elements * hashes / m;
  return std::sqrt(m * std::max(0.0, std::expm1(c) - c)) / hashes;
}

double expected_match_ratio(double bits_per_element, double common_share) {
  // With k = (m / n) ln 2 half of the bits are set, and a false match has probability 2^-k.
  const double false_match = std::exp2(-bits_per_element * std::numbers::ln2);
  const double matched = common_share + (1 - common_share) * false_match;
  return 2 * (1 - std::exp2(-matched));
}

}  // namespace doppel::sketch
