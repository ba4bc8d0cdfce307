// Three levels: words, units, windows.
//
// A word of up to 64 bytes is cut into pieces of 16, filled up with zeros, each two 64-bit numbers
// (x, y). Under 64-bit keys a, b for each piece, factors modulo 2^64, products of 128 bits:
//
//   p = sum over the pieces of (a + x) (b + y)       modulo 2^128
//
// This is NH of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway 1999), which proves that two
// different words with as many pieces get one p with probability at most 2^-64. A word with more
// pieces than the other has a product under keys that the other does not use; it takes the one
// value that would make them equal with probability at most 2^-63. Words are injective in their
// pieces, because no word has a zero byte. A longer word is first hashed to one piece by
// keyed_hash.h; that piece has keys of its own.
//
// A unit is w = upper half of (offset + (c + lower half of p) (d + upper half of p)), keys of 128
// bits, modulo 2^128. This is pair-multiply-shift: for two different p, (w, w') is uniform over all
// pairs of 64-bit numbers.
//
// A window of units w0 .. w(n-1), under 64-bit keys k0, k1, ... and one length[n], modulo 2^64:
//
//   h = length[n] + (w0 + k0) (w1 + k1) + (w2 + k2) (w3 + k3) + ... (+ the last one, if n is odd)
//
// The bound. Take two different windows. If their lengths differ, so do two independent keys:
// 2^-64. Otherwise they differ in some word, say at i. Let d be the difference of its two units;
// d is uniform, so it ends in exactly t zero bits with probability 2^-(t+1). If only the last word
// of an odd n differs, the windows collide when d = 0: 2^-64. Otherwise i is in a pair whose
// products differ by
//
//   k(i+1) d + k(i) d' + terms without these keys       (d' is the other word's difference)
//
// which, the keys being uniform, takes no value with probability above 2^-(64-t). Sum over t:
//
//   sum of 2^-(t+1) 2^-(64-t), t = 0 .. 63,   is   64 * 2^-65 = 2^-59
//
// and d = 0, or one p of two words, add less than 2^-62.
//
// Why not key the fixed word hashes? Words that collide there would collide here. The key has to
// enter at the bytes.
//
// Tested by shingle_key_test.cc: windows are equal if and only if their words are, under any key
// and on every target, for words that collide in their fixed hashes, too.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/shingle_key.cc"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "text/shingle_key.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::text {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// keys: the length's, then four addends. Returns how many windows were made, from the first.
size_t KeyedWindowsOfFive(const uint64_t* units, const uint64_t* keys, uint64_t* out,
                          size_t count) {
  const hn::ScalableTag<uint64_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto length = hn::Set(d, keys[0]);
  const auto k0 = hn::Set(d, keys[1]), k1 = hn::Set(d, keys[2]);
  const auto k2 = hn::Set(d, keys[3]), k3 = hn::Set(d, keys[4]);
  auto pair = [&](const uint64_t* from, auto first, auto second) HWY_ATTR {
    return hn::Mul(hn::Add(hn::LoadU(d, from), first), hn::Add(hn::LoadU(d, from + 1), second));
  };
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const uint64_t* from = units + i;
    const auto products = hn::Add(pair(from, k0, k1), pair(from + 2, k2, k3));
    hn::StoreU(hn::Add(products, hn::Add(length, hn::LoadU(d, from + 4))), d, out + i);
  }
  return i;
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::text
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cstring>

#include "base/secret.h"

namespace doppel::text {

HWY_EXPORT(KeyedWindowsOfFive);

void ShingleKey::windows(const uint64_t* units, size_t k, std::span<uint64_t> out) const {
  size_t made = 0;
  if (k == 5) {
    const auto& a = windows_.addends;
    const uint64_t keys[] = {windows_.lengths[5], a[0], a[1], a[2], a[3]};
    made = HWY_DYNAMIC_DISPATCH(KeyedWindowsOfFive)(units, keys, out.data(), out.size());
  }
  for (; made < out.size(); ++made) out[made] = window(units + made, k);
}

ShingleKey::SecretWord ShingleKey::secret_word(std::string_view bytes) const {
  constexpr size_t kMost = kPieces * kShortUnit;
  if (bytes.size() > kMost) {
    const Hash128 hash = keyed_hash128(bytes, long_words_);
    return halves(product(kPieces, {hash.low, hash.high}));
  }
  char filled[kMost] = {};
  std::memcpy(filled, bytes.data(), bytes.size());
  Wide sum = 0;
  for (size_t piece = 0; piece * kShortUnit < bytes.size(); ++piece) {
    sum += product(piece, load_short_unit(filled + piece * kShortUnit));
  }
  return halves(sum);
}

void ShingleKey::units(std::span<const SecretWord> words, std::vector<uint64_t>& out) const {
  out.resize(words.size());
  const UnitKeys keys = units_;  // a copy: what is stored below is not in it
  for (size_t i = 0; i < words.size(); ++i) out[i] = unit(words[i], keys);
}

const ShingleKey& ShingleKey::of_process() {
  static const ShingleKey key = drawn();
  return key;
}

ShingleKey ShingleKey::drawn() {
  return {drawn_secret<WordKeys>(), drawn_secret<UnitKeys>(), drawn_secret<WindowKeys>(),
          HashKey::of_process()};
}

ShingleKey ShingleKey::from_seed(uint64_t seed) {
  return {seeded<WordKeys>(seed), seeded<UnitKeys>(seed + 1), seeded<WindowKeys>(seed + 2),
          HashKey::from_seed(seed)};
}

}  // namespace doppel::text
#endif  // HWY_ONCE
