// The rotation of window_hashes.h, 13, is odd, so those of up to 64 positions are all different and
// a window differs from its permutations; that is why k ends at 64. Its last line spreads the sum
// over all bits, because sketches take their bins from the top bits. The length is mixed in so that
// a short text, whose one window has fewer than k units, equals no window of k.
//
// Two different windows get one hash with probability 2^-64, by chance. Somebody who wants it finds
// such windows in seconds: what proves a removal is counted under a key (shingle_key.h).
#include "text/shingles.h"

#include <algorithm>
#include <cassert>

#include "text/unit_hash.h"
#include "text/utf8.h"
#include "text/window_hashes.h"

namespace doppel::text {
namespace {

struct FixedHashes {
  static uint64_t unit(std::string_view bytes) { return unit_hash(bytes); }
};

// `hashes` makes a unit of bytes; `out` takes units.
template <typename Hashes, typename Units>
void append_code_point(char32_t c, const Hashes& hashes, Units& out) {
  char bytes[kLongestUtf8];
  out.push_back(hashes.unit({bytes, put_utf8(c, bytes)}));
}

template <typename Hashes, typename Units>
void append_code_points(std::string_view utf8, const Hashes& hashes, Units& out) {
  for (size_t at = 0; at < utf8.size();) {
    append_code_point(next_code_point(utf8, at), hashes, out);
  }
}

template <typename Hashes, typename Units>
void make_units(const Tokens& tokens, Unit unit, const Hashes& hashes, Units& out) {
  out.clear();
  if (unit == Unit::kWord) {
    for (size_t i = 0; i < tokens.size(); ++i) out.push_back(hashes.unit(tokens[i]));
    return;
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) append_code_point(' ', hashes, out);
    append_code_points(tokens[i], hashes, out);
  }
}

// How many windows so many units make, and of how many units each is.
struct WindowShape {
  WindowShape(size_t units, const TextRules& rules)
      : length(std::min<size_t>(units, rules.k)), count(units == 0 ? 0 : units - length + 1) {
    assert(rules.k >= 1 && rules.k <= TextRules::kMaxWindow);
  }
  size_t length, count;
};

// The units followed by k - 1 that pad.
template <typename Units, typename Padding>
Units padded(Units units, size_t k, const Padding& padding) {
  for (size_t i = 1; i < k; ++i) units.push_back(padding);
  return units;
}

}  // namespace

void unit_hashes(const Tokens& tokens, Unit unit, std::vector<uint64_t>& out) {
  out.reserve(tokens.size());
  make_units(tokens, unit, FixedHashes(), out);
}
void unit_hashes(const Tokens& tokens, Unit unit, const ShingleKey& key, SecretUnits& out) {
  make_units(tokens, unit, key, out);
}

void windows(std::span<const uint64_t> units, const TextRules& rules, std::vector<uint64_t>& out) {
  if (rules.padding == Padding::kAlways && !units.empty()) {
    constexpr uint64_t kPadding = 0x5851F42D4C957F2D;  // random
    const std::vector<uint64_t> all(units.begin(), units.end());
    return windows(padded(all, rules.k, kPadding), {.unit = rules.unit, .k = rules.k}, out);
  }
  const WindowShape shape(units.size(), rules);
  out.resize(shape.count);
  if (shape.count > 0) window_hashes(units.data(), shape.length, out);
}
void windows(const SecretUnits& units, const TextRules& rules, const ShingleKey& key,
             std::vector<uint64_t>& out) {
  if (rules.padding == Padding::kAlways && units.used > 0) {
    const SecretUnits all = padded(units, rules.k, key.padding_unit());
    return windows(all, {.unit = rules.unit, .k = rules.k}, key, out);
  }
  const WindowShape shape(units.used, rules);
  out.resize(shape.count);
  if (shape.count > 0) key.windows(units, shape.length, out);
}

void sort_unique(std::vector<uint64_t>& windows) {
  std::sort(windows.begin(), windows.end());
  windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
}

}  // namespace doppel::text
