// Why prefixes suffice. Sort the shingles of all texts in one order, whichever it is. Let A and B
// be a pair, c the number of their common shingles, and x the first common shingle. J >= t implies
// c >= t max(|A|, |B|). All c common shingles are at or after x, so at least ceil(t |A|) shingles
// of A are, and x is among the first |A| - ceil(t |A|) + 1 of A. The same holds for B. So both
// prefixes contain x.
//
// Why positions can rule out a candidate. x is the first common shingle, so nothing before it is
// common: with x at position i of A and j of B, c <= 1 + min(|A| - i - 1, |B| - j - 1). A pair
// passes this test at x. If it fails the test at a later common shingle, it has already been found.
//
// The order (shingle_order.h) has about one counter for each shingle of the corpus. With rare
// shingles first, buckets are small: boilerplate comes last, outside the prefixes. The order
// depends only on the set of texts and is fixed before the first prefix is taken.
//
//   1. all sets are made        2. counters        3. prefixes -> {hash, rank, position}
//   4. sorted by (hash, rank) in parts             5. runs of two or more are buckets
//
// Tested by prefix_index_test.cc: both filters against all pairs of small sets, and the index
// against a comparison of every two texts.
#include "compare/prefix_index.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/object_pool.h"
#include "compare/mutants.h"

namespace doppel::compare {
namespace {

constexpr size_t kTextsPerTask = 64;
constexpr int kLeastCounterBits = 10, kMostCounterBits = 26;
constexpr size_t kParts = 256;  // by the top byte of the hash
constexpr uint32_t kFirst = uint32_t{1} << 31;

struct Entry {
  uint64_t shingle;
  Rank rank;
  uint32_t position;

  friend bool operator<(const Entry& a, const Entry& b) {
    return std::pair(a.shingle, a.rank) < std::pair(b.shingle, b.rank);
  }
};

}  // namespace

bool positions_allow(uint64_t left_size, uint64_t left_position, uint64_t right_size,
                     uint64_t right_position, Ratio threshold) {
  uint64_t parts = uint64_t{threshold.num} + threshold.den;
  uint64_t needed = (threshold.num * (left_size + right_size) + parts - 1) / parts;
  if (mutant(Mutant::kPositionsTooStrict)) ++needed;
  return std::min(left_size - left_position, right_size - right_position) >= needed;
}

class PrefixIndex::Builder {
 public:
  Builder(PrefixIndex& index, size_t texts, ThreadPool& pool)
      : index_(index), texts_(texts), pool_(pool) {}

  Status build() {
    uint64_t shingles = 0;
    for (Rank text = 0; text < texts_; ++text) shingles += index_.size_of(text);
    bits_ =
        std::clamp(static_cast<int>(std::bit_width(shingles)), kLeastCounterBits, kMostCounterBits);
    std::vector<std::atomic<uint32_t>> counters(size_t{1} << bits_);
    auto count = [&](Rank, std::span<const uint64_t> set, size_t) {
      for (uint64_t shingle : set) {
        counters[shingle >> (64 - bits_)].fetch_add(1, std::memory_order_relaxed);
      }
    };
    if (Status status = for_each_set(count); !status.ok()) return status;
    std::vector<uint8_t> classes;
    for (const auto& counter : counters) classes.push_back(ShingleOrder::class_of(counter));
    order_ = ShingleOrder(std::move(classes));
    found_.resize(tasks());
    auto cut = [&](Rank text, std::span<const uint64_t> set, size_t task) {
      cut_prefix(text, set, found_[task]);
    };
    if (Status status = for_each_set(cut); !status.ok()) return status;
    take_buckets(sorted_parts());
    return {};
  }

 private:
  size_t tasks() const { return (texts_ + kTextsPerTask - 1) / kTextsPerTask; }

  template <typename Body>
  Status for_each_set(Body body) {
    std::vector<Status> results(tasks());
    pool_.for_each_index(tasks(), [&](size_t task) {
      auto maker = index_.sets_.take_maker();
      size_t last = std::min(texts_, (task + 1) * kTextsPerTask);
      for (size_t text = task * kTextsPerTask; text < last && results[task].ok(); ++text) {
        auto set = index_.sets_.read(static_cast<Rank>(text), *maker, index_.view_);
        results[task] = set.status();
        if (set) body(static_cast<Rank>(text), set->fixed, task);
      }
      index_.sets_.give_maker(std::move(maker));
    });
    for (const Status& status : results) {
      if (!status.ok()) return status;
    }
    return {};
  }

  void cut_prefix(Rank text, std::span<const uint64_t> set, std::vector<Entry>& out) const {
    std::vector<uint64_t> prefix;
    order_.cut_prefix(set, index_.threshold_, prefix);
    for (uint32_t i = 0; i < prefix.size(); ++i) out.push_back({prefix[i], text, i});
  }

  // All entries, sorted, by the top byte of the shingle.
  std::vector<std::vector<Entry>> sorted_parts() {
    std::vector<std::vector<Entry>> parts(kParts);
    for (auto& of_task : found_) {
      for (const Entry& entry : of_task) parts[entry.shingle >> 56].push_back(entry);
      of_task = {};
    }
    pool_.for_each_index(kParts,
                         [&](size_t part) { std::sort(parts[part].begin(), parts[part].end()); });
    return parts;
  }

  void take_buckets(std::vector<std::vector<Entry>> parts) {
    std::vector<uint64_t>& ends = index_.own_ends_;
    ends.assign(texts_, 0);
    for (auto& part : parts) {
      for (size_t first = 0; first < part.size();) {
        size_t last = first + 1;
        while (last < part.size() && part[last].shingle == part[first].shingle) ++last;
        for (size_t i = first; last - first > 1 && i < last; ++i) {
          index_.postings_.push_back({part[i].rank, part[i].position | (i == first ? kFirst : 0)});
          ++ends[part[i].rank];
        }
        first = last;
      }
      part = {};
    }
    uint64_t sum = 0;
    for (uint64_t& end : ends) {
      uint64_t count = end;
      end = sum;
      sum += count;
    }
    index_.own_postings_.resize(sum);
    for (uint64_t at = 0; at < sum; ++at) {
      index_.own_postings_[ends[index_.postings_[at].rank]++] = at;
    }
  }

  PrefixIndex& index_;
  size_t texts_;
  ThreadPool& pool_;
  int bits_ = 0;
  ShingleOrder order_;
  std::vector<std::vector<Entry>> found_;  // by task
};

Result<std::unique_ptr<PrefixIndex>> PrefixIndex::create(texts::ShingleSets& sets, size_t texts,
                                                         Ratio threshold, ThreadPool& pool,
                                                         const texts::AdvanceFn& advance,
                                                         View view) {
  std::vector<Rank> all(texts);
  for (Rank text = 0; text < texts; ++text) all[text] = text;
  if (Status status = sets.make(all, pool, advance); !status.ok()) return status;
  std::unique_ptr<PrefixIndex> index(new PrefixIndex(sets, threshold, view));
  if (Status status = Builder(*index, texts, pool).build(); !status.ok()) return status;
  return index;
}

bool PrefixIndex::has_candidates(Rank text) const {
  return own_ends_[text] > (text == 0 ? 0 : own_ends_[text - 1]);
}

Status PrefixIndex::append_earlier(Rank text, std::vector<Rank>& out) const {
  for (uint64_t i = text == 0 ? 0 : own_ends_[text - 1]; i < own_ends_[text]; ++i) {
    uint64_t at = own_postings_[i];
    uint32_t position = postings_[at].position & ~kFirst;
    while (!(postings_[at].position & kFirst)) {
      const Posting& other = postings_[--at];
      if (positions_allow(size_of(text), position, size_of(other.rank), other.position & ~kFirst,
                          threshold_)) {
        out.push_back(other.rank);
      }
    }
  }
  return {};
}

}  // namespace doppel::compare
