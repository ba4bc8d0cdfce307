#include "compare/shingle_order.h"

#include <algorithm>
#include <bit>

#include "compare/mutants.h"

namespace doppel::compare {
namespace {

constexpr char kVersion = 1;
constexpr size_t kFewestClasses = 2;
constexpr int kMostBits = 32;

// A shingle with its class: compares as the order does.
struct Ordered {
  uint8_t frequency_class;
  uint64_t shingle;

  friend auto operator<=>(const Ordered&, const Ordered&) = default;
};

uint64_t ceil_share(uint64_t n, Ratio share) { return (n * share.num + share.den - 1) / share.den; }

}  // namespace

uint64_t prefix_size(uint64_t n, Ratio threshold) {
  if (mutant(Mutant::kPrefixesOneShort)) return n - ceil_share(n, threshold);
  return n == 0 ? 0 : n - ceil_share(n, threshold) + 1;
}

ShingleOrder::ShingleOrder(std::vector<uint8_t> classes) : classes_(std::move(classes)) {}

uint8_t ShingleOrder::class_of(uint32_t count) {
  if (mutant(Mutant::kFrequentShinglesFirst)) return static_cast<uint8_t>(std::countl_zero(count));
  return static_cast<uint8_t>(std::bit_width(count));
}

void ShingleOrder::cut_prefix(std::span<const uint64_t> set, Ratio threshold,
                              std::vector<uint64_t>& out) const {
  const int bits = std::countr_zero(classes_.size());
  std::vector<Ordered> ordered;
  ordered.reserve(set.size());
  for (uint64_t shingle : set) ordered.push_back({classes_[shingle >> (64 - bits)], shingle});
  const auto end =
      ordered.begin() + static_cast<std::ptrdiff_t>(prefix_size(set.size(), threshold));
  std::partial_sort(ordered.begin(), end, ordered.end());
  out.clear();
  for (auto at = ordered.begin(); at != end; ++at) out.push_back(at->shingle);
}

std::string ShingleOrder::encode() const {
  std::string out = {kVersion, static_cast<char>(std::countr_zero(classes_.size()))};
  out.append(classes_.begin(), classes_.end());
  return out;
}

Result<ShingleOrder> ShingleOrder::decode(std::string_view bytes) {
  if (bytes.size() < 2 + kFewestClasses || bytes[0] != kVersion) {
    return corrupt("not a shingle order of version 1");
  }
  const auto bits = static_cast<uint8_t>(bytes[1]);
  bytes.remove_prefix(2);
  if (bits == 0 || bits > kMostBits || bytes.size() != uint64_t{1} << bits) {
    return corrupt("the shingle order is cut short");
  }
  return ShingleOrder({bytes.begin(), bytes.end()});
}

}  // namespace doppel::compare
