#include "refine/filter_table.h"

#include <algorithm>
#include <bit>

#include "base/guard.h"
#include "sketch/bloom.h"

namespace doppel {
namespace refine {
namespace {

std::string shown(const FilterRules& rules) {
  return "a " + std::string(name(rules.kind)) + " filter of " + std::to_string(rules.bits) +
         " bits and " + std::to_string(rules.hashes) + (rules.hashes == 1 ? " hash" : " hashes");
}

// The distinct sizes, ascending, or why two of the filters cannot be compared.
Result<std::vector<uint32_t>> sizes_of(std::span<const PageFilter* const> filters) {
  std::vector<uint32_t> sizes;
  const PageFilter* first = nullptr;
  for (const PageFilter* filter : filters) {
    if (!filter) continue;
    if (!first) first = filter;
    if (Status status = comparable(first->rules, filter->rules); !status.ok()) return status;
    sizes.push_back(filter->rules.bits);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace

Status comparable(const FilterRules& left, const FilterRules& right) {
  const bool sizes = left.bits == right.bits ||
                     (std::has_single_bit(left.bits) && std::has_single_bit(right.bits));
  if (left.kind == right.kind && left.hashes == right.hashes && sizes) return {};
  return invalid_argument("these filters cannot be compared: " + shown(left) + " and " +
                          shown(right));
}

Result<FilterTable> FilterTable::make(std::span<const PageFilter* const> filters) {
  auto sizes = sizes_of(filters);
  if (!sizes) return sizes.error();
  uint32_t hashes = sketch::BloomFilter::kDefaultHashes;
  for (const PageFilter* filter : filters) {
    if (filter) hashes = filter->rules.hashes;
  }
  if (sizes->empty()) sizes->push_back(sketch::BloomFilter::kDefaultBits);
  FilterTable out;
  for (const PageFilter* filter : filters) {
    const auto at =
        filter ? std::find(sizes->begin(), sizes->end(), filter->rules.bits) : sizes->begin();
    out.level_of_.push_back(static_cast<uint8_t>(at - sizes->begin()));
  }
  for (uint32_t bits : *sizes) out.add_level(bits, hashes, filters);
  return out;
}

void FilterTable::add_level(uint32_t bits, uint32_t hashes,
                            std::span<const PageFilter* const> filters) {
  const size_t row_words = bits / 64, number = levels_.size();
  Level level{row_words, element_counts(bits, hashes), {}, {}, {}, {}, {}};
  for (size_t row = 0; row < filters.size(); ++row) {
    level.place.push_back(level.rows.size());
    if (level_of_[row] >= number) level.rows.push_back(row);
  }
  level.words.resize(level.rows.size() * row_words);
  uint64_t* words = level.words.data();
  for (size_t row : level.rows) {
    if (const PageFilter* filter = filters[row]) {
      for (size_t i = 0; i < filter->words.size(); ++i) words[i % row_words] |= filter->words[i];
    }
    level.set_bits.push_back(static_cast<uint32_t>(sketch::count_bits({words, row_words})));
    level.elements.push_back(level.counts->of(level.set_bits.back()));
    words += row_words;
  }
  levels_.push_back(std::move(level));
}

FilterOverlap FilterTable::overlap(size_t left, size_t right) const {
  const Level& level = levels_[std::min(level_of_[left], level_of_[right])];
  const size_t l = level.place[left], r = level.place[right];
  return level.counts->overlap(
      level.set_bits[l], level.set_bits[r],
      static_cast<uint32_t>(sketch::count_and(level.bits_of(l), level.bits_of(r))));
}

}  // namespace refine

Result<FilterOverlap> compare_filters(const PageFilter& left, const PageFilter& right) try {
  const PageFilter* const both[] = {&left, &right};
  auto table = refine::FilterTable::make(both);
  if (!table) return table.error();
  return table->overlap(0, 1);
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
