#include "refine/element_counts.h"

#include <algorithm>
#include <cmath>

#include "sketch/bloom.h"

namespace doppel {
namespace refine {

ElementCounts::ElementCounts(uint32_t bits, uint32_t hashes)
    : table_(bits + size_t{1}), fullest_(bits - std::max(uint32_t{1}, bits / 128)) {
  for (uint32_t set = 0; set <= bits; ++set) {
    table_[set] = static_cast<uint64_t>(
        std::llround(sketch::bloom_elements(set, bits, hashes) * static_cast<double>(kElement)));
  }
}

std::shared_ptr<const ElementCounts> element_counts(uint32_t bits, uint32_t hashes) {
  constexpr FilterRules kUsual;
  static const auto usual = std::make_shared<const ElementCounts>(kUsual.bits, kUsual.hashes);
  if (bits == kUsual.bits && hashes == kUsual.hashes) return usual;
  return std::make_shared<const ElementCounts>(bits, hashes);
}

}  // namespace refine

uint32_t FilterOverlap::resemblance() const {
  return refine::millionths(common, std::max(left, right));
}

uint32_t FilterOverlap::containment() const {
  return refine::millionths(common, std::min(left, right));
}

uint32_t FilterOverlap::raw() const {
  return refine::millionths(common_bits, std::max(left_bits, right_bits));
}

}  // namespace doppel
