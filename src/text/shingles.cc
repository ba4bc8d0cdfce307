// The rotation of window_hashes.h, 13, is odd, so those of up to 64 positions are all different and
// a window differs from its permutations; that is why k ends at 64. Its last line spreads the sum
// over all bits, because sketches take their bins from the top bits. The length is mixed in so that
// a short text, whose one window has fewer than k units, equals no window of k.
//
// Two different windows get one hash with probability 2^-64: a text of a million shingles against
// another sees a false common shingle once in some 10^7 such pairs.
#include "text/shingles.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <cassert>

#include "text/unit_hash.h"
#include "text/window_hashes.h"

namespace doppel::text {
namespace {

constexpr uint64_t kDummy = 0x5851F42D4C957F2D;  // the word that pads; random

uint64_t code_point_hash(UChar32 c) {
  char bytes[U8_MAX_LENGTH];
  size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, c);
  return unit_hash({bytes, size});
}

void append_code_points(std::string_view utf8, std::vector<uint64_t>& out) {
  size_t size = utf8.size();
  for (size_t at = 0; at < size;) {
    UChar32 c;
    U8_NEXT_OR_FFFD(utf8.data(), at, size, c);
    out.push_back(code_point_hash(c));
  }
}

}  // namespace

void unit_hashes(const Tokens& tokens, Unit unit, std::vector<uint64_t>& out) {
  out.clear();
  if (unit == Unit::kWord) {
    out.reserve(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) out.push_back(unit_hash(tokens[i]));
    return;
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) out.push_back(code_point_hash(' '));
    append_code_points(tokens[i], out);
  }
}

void windows(std::span<const uint64_t> units, const TextRules& rules, std::vector<uint64_t>& out) {
  assert(rules.k >= 1 && rules.k <= TextRules::kMaxWindow);
  if (units.empty()) {
    out.clear();
    return;
  }
  if (rules.padding == Padding::kAlways) {
    std::vector<uint64_t> padded(units.begin(), units.end());
    padded.insert(padded.end(), rules.k - 1, kDummy);
    windows(padded, {.unit = rules.unit, .k = rules.k}, out);
    return;
  }
  if (units.size() < rules.k) {
    out.assign(1, window_hash(units.data(), units.size()));
    return;
  }
  out.resize(units.size() - rules.k + 1);
  window_hashes(units.data(), rules.k, out);
}

void sort_unique(std::vector<uint64_t>& windows) {
  std::sort(windows.begin(), windows.end());
  windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
}

}  // namespace doppel::text
