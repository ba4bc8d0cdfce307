// The rotation of window_hashes.h, 13, is odd, so those of up to 64 positions are all different and
// a window differs from its permutations; that is why k ends at 64. Its last line spreads the sum
// over all bits, because sketches take their bins from the top bits. The length is mixed in so that
// a short text, whose one window has fewer than k units, equals no window of k.
//
// Two different windows get one hash with probability 2^-64, by chance. Somebody who wants it finds
// such windows in seconds: what proves a removal is counted under a key (shingle_key.h).
#include "text/shingles.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <cassert>

#include "text/unit_hash.h"
#include "text/window_hashes.h"

namespace doppel::text {
namespace {

// The fixed hashes, in the shape of ShingleKey.
struct FixedHashes {
  static uint64_t unit(std::string_view bytes) { return unit_hash(bytes); }
  static uint64_t padding_unit() { return 0x5851F42D4C957F2D; }  // random
  static uint64_t window(const uint64_t* units, size_t count) { return window_hash(units, count); }
  static void windows(const uint64_t* units, size_t k, std::span<uint64_t> out) {
    window_hashes(units, k, out);
  }
};

template <typename Hashes>
uint64_t code_point_hash(UChar32 c, const Hashes& hashes) {
  char bytes[U8_MAX_LENGTH];
  size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, c);
  return hashes.unit({bytes, size});
}

template <typename Hashes>
void append_code_points(std::string_view utf8, const Hashes& hashes, std::vector<uint64_t>& out) {
  size_t size = utf8.size();
  for (size_t at = 0; at < size;) {
    UChar32 c;
    U8_NEXT_OR_FFFD(utf8.data(), at, size, c);
    out.push_back(code_point_hash(c, hashes));
  }
}

template <typename Hashes>
void make_units(const Tokens& tokens, Unit unit, const Hashes& hashes, std::vector<uint64_t>& out) {
  out.clear();
  if (unit == Unit::kWord) {
    out.reserve(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) out.push_back(hashes.unit(tokens[i]));
    return;
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) out.push_back(code_point_hash(' ', hashes));
    append_code_points(tokens[i], hashes, out);
  }
}

template <typename Hashes>
void make_windows(std::span<const uint64_t> units, const TextRules& rules, const Hashes& hashes,
                  std::vector<uint64_t>& out) {
  assert(rules.k >= 1 && rules.k <= TextRules::kMaxWindow);
  if (units.empty()) {
    out.clear();
    return;
  }
  if (rules.padding == Padding::kAlways) {
    std::vector<uint64_t> padded(units.begin(), units.end());
    padded.insert(padded.end(), rules.k - 1, hashes.padding_unit());
    make_windows(padded, {.unit = rules.unit, .k = rules.k}, hashes, out);
    return;
  }
  if (units.size() < rules.k) {
    out.assign(1, hashes.window(units.data(), units.size()));
    return;
  }
  out.resize(units.size() - rules.k + 1);
  hashes.windows(units.data(), rules.k, out);
}

}  // namespace

void unit_hashes(const Tokens& tokens, Unit unit, std::vector<uint64_t>& out) {
  make_units(tokens, unit, FixedHashes(), out);
}
void unit_hashes(const Tokens& tokens, Unit unit, const ShingleKey& key,
                 std::vector<uint64_t>& out) {
  make_units(tokens, unit, key, out);
}

void windows(std::span<const uint64_t> units, const TextRules& rules, std::vector<uint64_t>& out) {
  make_windows(units, rules, FixedHashes(), out);
}
void windows(std::span<const uint64_t> units, const TextRules& rules, const ShingleKey& key,
             std::vector<uint64_t>& out) {
  make_windows(units, rules, key, out);
}

void sort_unique(std::vector<uint64_t>& windows) {
  std::sort(windows.begin(), windows.end());
  windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
}

}  // namespace doppel::text
