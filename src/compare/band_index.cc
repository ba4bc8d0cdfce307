// One band is built in three passes:
//
//   1. count the keys by their top bits            parts of some 1000 keys, so that a part
//   2. write {key, rank} to its part               stays in the cache of one core
//   3. in each part: mark the keys that occur twice in two small bitmaps, sort the entries that are
//      marked by (key, rank), and take the runs of equal keys
//
// Most keys occur only once and are never sorted. Parts of 4000 keys were not faster. Buckets come
// out in rank order, so the earlier candidates of a text are the entries before its own position,
// back to the first entry of the bucket:
//
//   members   | 4' 17 90 | 5' 6 | 12' 33 41 77 |        ' the first of a bucket
//   text 41 is the third of the last bucket; its earlier candidates are 33 and 12
//
// Nothing depends on the order in which texts were added: a bucket is a set, and its order is the
// winner order. Tested by band_index_test.cc against all pairs, for any number of threads.
#include "compare/band_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "compare/mutants.h"

namespace doppel::compare {
namespace {

constexpr uint32_t kAlone = UINT32_MAX;    // in positions_: the only text of its bucket
constexpr uint32_t kHot = UINT32_MAX - 1;  // in positions_: in a hot bucket
constexpr uint32_t kFirst = uint32_t{1} << 31;
constexpr size_t kPartSize = 1024;
constexpr size_t kMaxParts = size_t{1} << 14;

uint64_t entry_of(uint32_t key, Rank rank) { return uint64_t{key} << 32 | rank; }
uint32_t key_of(uint64_t entry) { return static_cast<uint32_t>(entry >> 32); }
Rank rank_in(uint64_t entry) { return static_cast<Rank>(entry); }

// Which keys may occur more than once? Two bitmaps, "seen" and "seen again", indexed by a few bits
// of the key.
class Repeats {
 public:
  void clear() {
    once_.fill(0);
    twice_.fill(0);
  }
  void add(uint32_t key) {
    uint64_t bit = uint64_t{1} << (key % 64);
    size_t word = key / 64 % kWords;
    twice_[word] |= once_[word] & bit;
    once_[word] |= bit;
  }
  bool maybe(uint32_t key) const { return twice_[key / 64 % kWords] >> (key % 64) & 1; }

 private:
  static constexpr size_t kWords = 256;  // 16384 bits for about 1000 keys
  std::array<uint64_t, kWords> once_, twice_;
};

}  // namespace

class BandIndex::BandBuilder {
 public:
  BandBuilder(BandIndex& index, TableHash hash) : index_(index), hash_(hash) {
    size_t texts = index.positions_.size();
    size_t parts = std::clamp(std::bit_ceil(texts / kPartSize + 1), size_t{2}, kMaxParts);
    part_bits_ = std::countr_zero(parts);
    entries_.resize(texts);
    ends_.resize(parts);
  }

  void build(uint32_t band, std::vector<HotBucket>& hot) {
    partition(band);
    size_t begin = 0;
    for (size_t end : ends_) {
      take_buckets(band, begin, end, hot);
      begin = end;
    }
    index_.members_[band].shrink_to_fit();
  }

 private:
  size_t part_of(uint32_t key) const { return hash_.slot(uint64_t{key} << 32 | key, part_bits_); }

  // Passes 1 and 2. Afterwards ends_[p] is where part p ends.
  void partition(uint32_t band) {
    BandKeyTable& keys = index_.positions_;
    std::fill(ends_.begin(), ends_.end(), size_t{0});
    for (uint32_t text = 0; text < keys.size(); ++text) {
      if (keys.has({text})) ++ends_[part_of(keys.at({text}, band))];
    }
    size_t sum = 0;
    for (size_t& end : ends_) {
      size_t count = end;
      end = sum;
      sum += count;
    }
    for (uint32_t text = 0; text < keys.size(); ++text) {
      if (!keys.has({text})) continue;
      uint32_t& key = keys.at({text}, band);
      entries_[ends_[part_of(key)]++] = entry_of(key, index_.texts_.rank_of[text]);
      key = kAlone;
    }
  }

  // Pass 3.
  void take_buckets(uint32_t band, size_t begin, size_t end, std::vector<HotBucket>& hot) {
    repeats_.clear();
    for (size_t i = begin; i < end; ++i) repeats_.add(key_of(entries_[i]));
    repeated_.clear();
    for (size_t i = begin; i < end; ++i) {
      if (!repeats_.maybe(key_of(entries_[i]))) continue;
      repeated_.push_back(entries_[i]);
      __builtin_prefetch(&index_.texts_.by_rank[rank_in(entries_[i])]);
    }
    // Prefetches what set_position() writes to, while the entries are sorted.
    for (uint64_t entry : repeated_) {
      const TextId text = index_.texts_.by_rank[rank_in(entry)];
      __builtin_prefetch(index_.positions_.address(text, band), 1);
      __builtin_prefetch(&index_.has_candidates_[text.index()], 1);
    }
    std::sort(repeated_.begin(), repeated_.end());
    for (size_t first = 0; first < repeated_.size();) {
      size_t last = first + 1;
      while (last < repeated_.size() && key_of(repeated_[last]) == key_of(repeated_[first])) ++last;
      std::span<const uint64_t> bucket(&repeated_[first], last - first);
      const size_t extra = mutant(Mutant::kHotBucketsTooSmall) ? 1 : 0;
      if (is_hot(bucket.size() + extra, index_.hot_limit_)) {
        hot.push_back(hot_bucket(band, bucket));
      } else if (bucket.size() > 1) {
        add_bucket(band, bucket);
      }
      first = last;
    }
  }

  void set_position(uint64_t entry, uint32_t band, uint32_t position) {
    const TextId text = index_.texts_.by_rank[rank_in(entry)];
    index_.positions_.at(text, band) = position;
    index_.has_candidates_[text.index()].store(true, std::memory_order_relaxed);
  }

  void add_bucket(uint32_t band, std::span<const uint64_t> bucket) {
    std::vector<uint32_t>& members = index_.members_[band];
    uint32_t flag = kFirst;
    for (uint64_t entry : bucket) {
      set_position(entry, band, static_cast<uint32_t>(members.size()));
      members.push_back(rank_in(entry) | flag);
      flag = 0;
    }
  }

  HotBucket hot_bucket(uint32_t band, std::span<const uint64_t> bucket) {
    HotBucket out;
    out.reserve(bucket.size());
    for (uint64_t entry : bucket) {
      set_position(entry, band, kHot);
      out.push_back(rank_in(entry));
    }
    return out;
  }

  BandIndex& index_;
  TableHash hash_;
  int part_bits_ = 1;
  std::vector<uint64_t> entries_;
  std::vector<size_t> ends_;
  Repeats repeats_;
  std::vector<uint64_t> repeated_;
};

BandIndex::BandIndex(BandKeyTable keys, const RankedTexts& texts, ThreadPool& pool,
                     uint32_t hot_limit, TableHash hash)
    : positions_(std::move(keys)),
      texts_(texts),
      hot_limit_(hot_limit),
      has_candidates_(std::make_unique<std::atomic<bool>[]>(texts.by_rank.size())),
      members_(positions_.bands()) {
  assert(positions_.size() < kFirst);
  std::vector<std::vector<HotBucket>> hot(positions_.bands());
  std::atomic<uint32_t> next = 0;
  pool.for_each_index(std::min<size_t>(pool.size(), positions_.bands()), [&](size_t) {
    BandBuilder builder(*this, hash);
    for (uint32_t band = next++; band < positions_.bands(); band = next++) {
      builder.build(band, hot[band]);
    }
  });
  for (auto& of_band : hot) {
    std::move(of_band.begin(), of_band.end(), std::back_inserter(hot_));
  }
}

bool BandIndex::has_candidates(Rank rank) const {
  return has_candidates_[texts_.by_rank[rank].index()].load(std::memory_order_relaxed);
}

void BandIndex::prefetch_positions(Rank rank) const {
  if (rank >= texts_.by_rank.size() || !has_candidates(rank)) return;
  const TextId text = texts_.by_rank[rank];
  for (uint32_t band = 0; band < positions_.bands(); ++band) {
    __builtin_prefetch(positions_.address(text, band));
  }
}

void BandIndex::prefetch_members(Rank rank) const {
  if (rank >= texts_.by_rank.size() || !has_candidates(rank)) return;
  const TextId text = texts_.by_rank[rank];
  for (uint32_t band = 0; band < positions_.bands(); ++band) {
    const uint32_t position = positions_.at(text, band);
    if (position < kHot) __builtin_prefetch(&members_[band][position]);
  }
}

// Callers usually ask for texts in rank order, and each text needs memory from two addresses for
// each band. So what the next texts need is prefetched.
Status BandIndex::append_earlier(Rank rank, std::vector<Rank>& out) const {
  constexpr Rank kAhead = 2;
  prefetch_positions(rank + 2 * kAhead);
  prefetch_members(rank + kAhead);
  if (!has_candidates(rank)) return {};
  TextId text = texts_.by_rank[rank];
  for (uint32_t band = 0; band < positions_.bands(); ++band) {
    uint32_t position = positions_.at(text, band);
    if (position >= kHot) continue;
    const std::vector<uint32_t>& members = members_[band];
    while (!(members[position] & kFirst)) {
      out.push_back(members[--position] & ~kFirst);
      if (mutant(Mutant::kNearestOfBucketOnly)) break;
    }
  }
  return {};
}

}  // namespace doppel::compare
