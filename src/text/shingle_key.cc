// Two levels, one for words and one for windows.
//
// A word of up to 64 bytes is cut into pieces of 16, filled up with zeros, each two 64-bit numbers
// (x, y). Under 64-bit keys a, b for each piece, factors modulo 2^64, products of 128 bits:
//
//   p = sum over the pieces of (a + x) (b + y)       modulo 2^128
//
// (NH of UMAC; Black, Halevi, Krawczyk, Krovetz, Rogaway 1999.) Words are injective in their
// pieces, because no word has a zero byte. A longer word is first hashed to one piece by
// keyed_hash.h; that piece has keys of its own. The unit is p, in two halves u (lower) and v
// (upper).
//
// A window of n units, under 64-bit keys r, s for each place and one length[n], modulo 2^64:
//
//   h = length[n] + sum over the places of (u + r) (v + s)
//
// Lemma. For two different words let t be how many zero bits the differences of their u and of
// their v end in, the smaller of the two. Then P(t >= z) <= 4 * 2^-z, for z = 0 .. 64.
//
// Say they differ in x of some piece; all other keys, and a, are fixed. With A = a + x, A' = a + x'
// and D = A - A', the difference of the p is D B + c, where B = b + y is uniform and c is one of
// two constants, by whether b + y' passes 2^64. Let D end in i zero bits. Then bits i .. i + 63 of
// D B + c are uniform, and those below i are constant. "The differences of u and v end in z zeros"
// requires that z of these uniform bits have given values: if z <= i, the lowest z of the upper
// half; otherwise bits i .. z - 1 of the lower half and the lowest i of the upper. So it has
// probability 2^-z, times two for c, times two because the difference of the v is the upper half of
// that of the p, or one more. If they differ in y, the same holds with a and b exchanged. If one
// has more pieces, take one of those: A takes the role of D. (Two long words with the same keyed
// hash add 2^-80.)
//
// The bound. Two windows of different lengths collide with probability 2^-64. Otherwise they differ
// in some word; there the difference of the h is r (v - v') + s (u - u') + terms without r and s,
// which takes each value with a probability of at most 2^-(64-t). Sum over t:
//
//   sum of P(t) 2^-(64-t)  <=  sum of 4 * 2^-t 2^-(64-t), t = 0 .. 63,  =  2^-56
//
// and t = 64, which means that both words have the same p, adds 2^-62.
//
// Why not hash the fixed word hashes under a key? Words with the same fixed hash would still
// collide, so the key has to be applied to the bytes.
//
// Tested by shingle_key_test.cc: windows are equal if and only if their words are, under any key
// and on every target, also for words with the same fixed hash.
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

// `keys` has the key of the length, then the lower and the upper key of each position. Returns how
// many windows were made, beginning with the first.
size_t KeyedWindowsOfFive(const uint64_t* low, const uint64_t* high, const uint64_t* keys,
                          uint64_t* out, size_t count) {
  const hn::ScalableTag<uint64_t> d;
  const size_t lanes = hn::Lanes(d);
  auto product = [&](size_t i, size_t place) HWY_ATTR {
    const auto u = hn::Add(hn::LoadU(d, low + i + place), hn::Set(d, keys[1 + 2 * place]));
    const auto v = hn::Add(hn::LoadU(d, high + i + place), hn::Set(d, keys[2 + 2 * place]));
    return hn::Mul(u, v);
  };
  const auto length = hn::Set(d, keys[0]);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto first = hn::Add(product(i, 0), product(i, 1));
    const auto last = hn::Add(product(i, 2), product(i, 3));
    const auto rest = hn::Add(length, product(i, 4));
    hn::StoreU(hn::Add(hn::Add(first, last), rest), d, out + i);
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

void ShingleKey::windows(const uint64_t* low, const uint64_t* high, size_t k,
                         std::span<uint64_t> out) const {
  size_t made = 0;
  if (k == 5) {
    const auto &u = windows_.low, &v = windows_.high;
    const uint64_t keys[] = {
        windows_.lengths[5], u[0], v[0], u[1], v[1], u[2], v[2], u[3], v[3], u[4], v[4]};
    made = HWY_DYNAMIC_DISPATCH(KeyedWindowsOfFive)(low, high, keys, out.data(), out.size());
  }
  for (; made < out.size(); ++made) out[made] = window(low + made, high + made, k);
}

uint64_t ShingleKey::window(const uint64_t* low, const uint64_t* high, size_t count) const {
  uint64_t h = windows_.lengths[count];
  for (size_t i = 0; i < count; ++i) {
    h += (low[i] + windows_.low[i]) * (high[i] + windows_.high[i]);
  }
  return h;
}

uint64_t ShingleKey::word_hash(std::string_view bytes) const {
  const SecretUnit word = unit(bytes);
  return window(&word.low, &word.high, 1);
}

SecretUnit ShingleKey::unit(std::string_view bytes) const {
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

const ShingleKey& ShingleKey::of_process() {
  static const ShingleKey key = drawn();
  return key;
}

ShingleKey ShingleKey::drawn() {
  return {drawn_secret<WordKeys>(), drawn_secret<SecretUnit>(), drawn_secret<WindowKeys>(),
          HashKey::of_process()};
}

ShingleKey ShingleKey::from_seed(uint64_t seed) {
  return {seeded<WordKeys>(seed), seeded<SecretUnit>(seed + 1), seeded<WindowKeys>(seed + 2),
          HashKey::from_seed(seed)};
}

}  // namespace doppel::text
#endif  // HWY_ONCE
