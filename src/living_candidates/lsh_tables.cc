// The key and the flags of every text found in the table of a band are checked, because the table
// still contains released texts, reused numbers and, in a copy, texts that came later. Keys and
// flags are those of the copy.
//
// Tested by lsh_index_test.cc.
#include "living_candidates/lsh_tables.h"

#include <algorithm>
#include <bit>

namespace doppel::living_candidates {
namespace {

constexpr size_t kLeastRoom = 512;

// A set of texts, for at most so many. All texts of a large bucket are often in the same bucket of
// every band: sorting 21 times as many would take longer than all else.
class SeenTexts {
 public:
  explicit SeenTexts(size_t most)
      : shift_(64 - static_cast<int>(std::bit_width(2 * most))),
        slots_(size_t{1} << (64 - shift_)) {}

  bool contains(TextId text) const { return slots_[slot_of(text)] == text.value + 1; }
  void insert(TextId text) { slots_[slot_of(text)] = text.value + 1; }

 private:
  // Its own slot, or the empty one where it belongs. Texts are numbered from 0, by us: spreading
  // the numbers is enough.
  size_t slot_of(TextId text) const {
    constexpr uint64_t kSpread = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
    size_t slot = (text.value * kSpread) >> shift_;
    while (slots_[slot] != 0 && slots_[slot] != text.value + 1) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }

  int shift_;
  std::vector<uint32_t> slots_;  // number plus one; 0: empty
};

}  // namespace

bool HotBucket::is_preferred(TextId text) const {
  return std::any_of(markets.begin(), markets.end(),
                     [&](const HotOrder& order) { return order.is_preferred(text); });
}

bool HotBucket::would_be_preferred(uint64_t mirror_set,
                                   const MirrorSetLeaders::MirrorSetOf& mirror_set_of) const {
  return std::any_of(markets.begin(), markets.end(), [&](const HotOrder& order) {
    return order.would_be_preferred(mirror_set, mirror_set_of);
  });
}

LshTables::LshTables(uint32_t bands, TableHash hash) : keys_(bands), hot_(bands) {
  // Bands have different initial capacities, so that they do not all fill up with the same text.
  for (uint32_t band = 0; band < bands; ++band) {
    bands_.emplace_back(hash, kLeastRoom * (bands + band) / bands);
  }
}

const HotBucket* LshTables::hot(uint32_t band, uint32_t key) const {
  const HotBuckets& buckets = *hot_[band];
  if (buckets.empty()) return nullptr;
  const auto found = buckets.find(key);
  return found == buckets.end() ? nullptr : found->second.get();
}

void LshTables::candidates(TextId text, std::vector<TextId>& out) const {
  if (!is_living(text)) return;
  std::vector<uint32_t> keys(keys_.bands());
  for (uint32_t band = 0; band < keys_.bands(); ++band) keys[band] = keys_.at(text, band);
  append({text}, keys, out);
}

void LshTables::candidates(const TextSignature& signature, std::vector<TextId>& out) const {
  if (!signature.keys.empty()) append({std::nullopt, signature.mirror_set}, signature.keys, out);
}

void LshTables::set_mirror_set(TextId text, uint64_t mirror_set) {
  if (mirror_set == this->mirror_set(text)) return;
  mirror_sets_.grow_to(text.index() + 1);
  mirror_sets_.change(text.index()) = mirror_set;
}

bool LshTables::is_preferred(const HotBucket& bucket, const Query& query) const {
  if (query.text) return bucket.is_preferred(*query.text);
  return bucket.would_be_preferred(query.mirror_set,
                                   [this](TextId text) { return mirror_set(text); });
}

void LshTables::append_named(const Query& query, std::span<const uint32_t> keys,
                             std::vector<TextId>& named, std::span<size_t> ends) const {
  const uint32_t bands = keys_.bands();
  std::vector<uint64_t> hashes(bands);
  for (uint32_t band = 0; band < bands; ++band) {
    hashes[band] = hash_of(band, keys[band]);
    bands_[band].prefetch_directory(hashes[band]);
  }
  for (uint32_t band = 0; band < bands; ++band) bands_[band].prefetch_base(hashes[band]);
  for (uint32_t band = 0; band < bands; ++band) {
    const size_t begin = named.size();
    if (const HotBucket* bucket = hot(band, keys[band])) {
      if (is_preferred(*bucket, query)) {
        bucket->markets.front().append_all(named);
      } else {
        for (const HotOrder& order : bucket->markets) order.append_preferred(named);
      }
    } else {
      bands_[band].append(hashes[band], named);
    }
    ends[band] = named.size();
    for (size_t i = begin; i < named.size(); ++i) {
      if (named[i].index() >= flags_.size()) continue;
      __builtin_prefetch(keys_.address(named[i], band));
      __builtin_prefetch(&flags_[named[i].index()]);
    }
  }
}

void LshTables::append(const Query& query, std::span<const uint32_t> keys,
                       std::vector<TextId>& out) const {
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  std::vector<TextId> named;
  std::vector<size_t> ends(keys.size());
  append_named(query, keys, named, ends);
  if (named.empty()) return;
  SeenTexts seen(named.size());
  size_t i = 0;
  for (uint32_t band = 0; band < keys.size(); ++band) {
    for (; i < ends[band]; ++i) {
      if (seen.contains(named[i]) || !has_key(named[i], band, keys[band])) continue;
      seen.insert(named[i]);
      out.push_back(named[i]);
    }
  }
  std::sort(out.begin() + begin, out.end());
  if (!query.text) return;
  const auto own = std::lower_bound(out.begin() + begin, out.end(), *query.text);
  if (own != out.end() && *own == *query.text) out.erase(own);
}

size_t LshTables::bytes() const {
  size_t out = keys_.bytes() + flags_.bytes() + mirror_sets_.bytes();
  for (const NumberTable& band : bands_) out += band.bytes();
  for (const auto& of_band : hot_) {
    for (const auto& [key, bucket] : *of_band) {
      for (const HotOrder& order : bucket->markets) out += sizeof order + order.bytes();
    }
  }
  return out;
}

}  // namespace doppel::living_candidates
