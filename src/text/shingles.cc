// The rotation in window_hashes.h, 13, is odd. So the rotations of up to 64 positions are all
// different, and a window differs from its permutations; this is why k is at most 64. The last step
// spreads the sum over all bits, because sketches take their bins from the top bits. The length is
// mixed in so that the only window of a short text, which has fewer than k units, does not equal a
// window of k units.
//
// Two different windows get the same hash by chance with probability 2^-64. But an attacker finds
// such windows within seconds, so what proves a removal is counted under a secret key
// (shingle_key.h).
#include "text/shingles.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "characters/utf8.h"
#include "text/unit_hash.h"
#include "text/window_hashes.h"

namespace doppel::text {
namespace {

struct FixedHashes {
  static uint64_t unit(std::string_view bytes) { return unit_hash(bytes); }
};

// `hashes` converts bytes to a unit; `out` receives the units.
template <typename Hashes, typename Units>
void append_code_point(char32_t c, const Hashes& hashes, Units& out) {
  char bytes[characters::kLongestUtf8];
  out.push_back(hashes.unit({bytes, characters::put_utf8(c, bytes)}));
}

template <typename Hashes, typename Units>
void append_code_points(std::string_view utf8, const Hashes& hashes, Units& out) {
  for (size_t at = 0; at < utf8.size();) {
    append_code_point(characters::next_code_point(utf8, at), hashes, out);
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

// How many windows a number of units makes, and how many units each window has.
struct WindowShape {
  WindowShape(size_t units, const TextRules& rules)
      : length(std::min<size_t>(units, rules.k)), count(units == 0 ? 0 : units - length + 1) {
    assert(rules.k >= 1 && rules.k <= TextRules::kMaxWindow);
  }
  size_t length, count;
};

// The end of a padded text: the units whose windows contain dummies, then k - 1 dummies.
//
//   units   u0 u1 u2 u3 u4 u5 u6 |          k = 4: four windows of units alone,
//   tail                u4 u5 u6 d d d      then three of the tail
class PaddedTail {
 public:
  PaddedTail(std::span<const uint64_t> units, size_t k, uint64_t dummy)
      : first_(units.size() < k ? 0 : units.size() - k + 1) {
    auto end =
        std::copy(units.begin() + static_cast<std::ptrdiff_t>(first_), units.end(), units_.begin());
    std::fill_n(end, k - 1, dummy);
  }
  size_t first() const { return first_; }  // of its units
  const uint64_t* units() const { return units_.data(); }

 private:
  size_t first_;
  std::array<uint64_t, 2 * TextRules::kMaxWindow> units_;
};

}  // namespace

void unit_hashes(const Tokens& tokens, Unit unit, std::vector<uint64_t>& out) {
  out.reserve(tokens.size());
  make_units(tokens, unit, FixedHashes(), out);
}
void unit_hashes(const Tokens& tokens, Unit unit, const ShingleKey& key, SecretUnits& out) {
  make_units(tokens, unit, key, out);
}

void windows(std::span<const uint64_t> units, const TextRules& rules, std::vector<uint64_t>& out) {
  const WindowShape shape(units.size(), rules);
  if (rules.padding == Padding::kAlways) {
    constexpr uint64_t kPadding = 0x5851F42D4C957F2D;  // random
    const PaddedTail tail(units, rules.k, kPadding);
    out.resize(units.size());
    window_hashes(units.data(), rules.k, std::span(out).first(tail.first()));
    window_hashes(tail.units(), rules.k, std::span(out).subspan(tail.first()));
    return;
  }
  out.resize(shape.count);
  if (shape.count > 0) window_hashes(units.data(), shape.length, out);
}
void windows(const SecretUnits& units, const TextRules& rules, const ShingleKey& key,
             std::vector<uint64_t>& out) {
  const WindowShape shape(units.used, rules);
  if (rules.padding == Padding::kAlways) {
    const SecretUnit dummy = key.padding_unit();
    const PaddedTail low({units.low.data(), units.used}, rules.k, dummy.low);
    const PaddedTail high({units.high.data(), units.used}, rules.k, dummy.high);
    out.resize(units.used);
    key.windows(units, rules.k, std::span(out).first(low.first()));
    key.windows(low.units(), high.units(), rules.k, std::span(out).subspan(low.first()));
    return;
  }
  out.resize(shape.count);
  if (shape.count > 0) key.windows(units, shape.length, out);
}

void sort_unique(std::vector<uint64_t>& windows) {
  std::sort(windows.begin(), windows.end());
  windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
}

}  // namespace doppel::text
