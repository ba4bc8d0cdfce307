// Which texts of a bucket are candidates of each other? The rule, and the pairs that follow from
// it.
//
// A bucket is the set of texts that have the same band key, the most preferred first. Two of them
// are candidates if and only if at least one of them is among the first `hot_limit`:
//
//   bucket   t0 t1 ... t(H-1) | tH ... tn       each of the first H with every other text;
//                                               no two of the texts after them
//
// In a bucket of at most `hot_limit` texts, every two texts are candidates. A larger bucket is
// called hot. Boilerplate causes such buckets, and comparing every two of their texts would be
// quadratic. The rule is symmetric and depends only on the texts and their order; arrival order,
// threads, batches and machines cannot change its result. docs/design/candidates.md says why this
// rule was chosen.
//
// Every index follows it: band_index.h and spill/spilled_band_index.h hold the buckets of a run,
// and hot_lists.h finds candidates in the hot ones. Pairs are listed only where there are few: in
// the sample by which a run measures its recall (recall_sample.h), and in the batches of a cluster.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/pair.h"

namespace doppel::compare {

inline constexpr uint32_t kHotLimit = 512;

// Is the text at this position of its bucket a candidate of every other text in it?
constexpr bool is_preferred(size_t position, uint32_t hot_limit) { return position < hot_limit; }

// Does a bucket of so many texts have a text that is not preferred?
constexpr bool is_hot(size_t texts, uint32_t hot_limit) {
  return texts > 0 && !is_preferred(texts - 1, hot_limit);
}

// The preferred texts of a bucket. REQUIRES: the most preferred come first.
template <typename Text>
std::span<const Text> preferred_of(std::span<const Text> bucket, uint32_t hot_limit) {
  return bucket.first(std::min<size_t>(bucket.size(), hot_limit));
}

// A text and the key of one of its bands. Keys of different bands must differ: the upper half holds
// the band, the lower half its key.
struct BucketRow {
  uint64_t key = 0;
  Rank text = 0;

  friend auto operator<=>(const BucketRow&, const BucketRow&) = default;
};

// The first `hot_limit` texts of a bucket that may continue in the next rows.
struct OpenBucket {
  uint64_t key = 0;
  std::vector<Rank> preferred;
};

// Appends the candidate pairs of all buckets; a pair appears once for each bucket that contains it.
// Rows must be sorted and distinct. They may be passed in one call or split anywhere into several;
// `open` is empty before the first call and carries the state from one call to the next.
//
// Cost: linear in rows and pairs. Thread safety: pure function over what the caller owns.
void append_bucket_pairs(std::span<const BucketRow> rows, uint32_t hot_limit, OpenBucket& open,
                         std::vector<CandidatePair>& out);

}  // namespace doppel::compare
