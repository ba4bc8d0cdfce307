// Which texts of a bucket are candidates of each other? The rule, and the pairs it gives.
//
// A bucket is the texts that have one band key, the most preferred first. Two of them are
// candidates if and only if one of the two is among the first `hot_limit`:
//
//   bucket   t0 t1 ... t(H-1) | tH ... tn       each of the first H with every other text;
//                                               of those after them no two
//
// In a bucket of at most `hot_limit` texts that is every two. A larger one is hot: it is what
// boilerplate makes, and comparing each two would be quadratic. The rule speaks of the texts and
// their order alone, and is the same from both sides, so no order of arrival, no thread, no cut
// into batches and no machine can change it. docs/design/candidates.md says why it is this one.
//
// Every index follows it: band_index.h and spill/spilled_band_index.h hold the buckets of a run,
// hot_lists.h answers for those that are hot. Pairs are listed where they are few: in the sample by
// which a run measures its recall (recall_sample.h), and in the batches of a cluster.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/pair.h"

namespace doppel::compare {

inline constexpr uint32_t kHotLimit = 512;

// Is the text at this place of its bucket a candidate of every other text there?
constexpr bool is_preferred(size_t place, uint32_t hot_limit) { return place < hot_limit; }

// Does the bucket have a text that is not?
constexpr bool is_hot(size_t texts, uint32_t hot_limit) {
  return texts > 0 && !is_preferred(texts - 1, hot_limit);
}

// The texts of a bucket that are. REQUIRES: the most preferred come first.
template <typename Text>
std::span<const Text> preferred_of(std::span<const Text> bucket, uint32_t hot_limit) {
  return bucket.first(std::min<size_t>(bucket.size(), hot_limit));
}

// A text and a key of one of its bands. Keys of different bands must differ: the band belongs into
// the upper half, the key into the lower.
struct BucketRow {
  uint64_t key = 0;
  Rank text = 0;

  friend auto operator<=>(const BucketRow&, const BucketRow&) = default;
};

// A bucket that may go on in the next rows: the first `hot_limit` texts of it.
struct OpenBucket {
  uint64_t key = 0;
  std::vector<Rank> preferred;
};

// Appends the candidates of all buckets; a pair is named once for each bucket that holds it. Rows
// come sorted, each once, in one call or in several, cut anywhere; `open` is empty before the first
// call, and is all that is kept between two of them.
//
// Cost: linear in rows and pairs. Thread safety: pure function over what the caller owns.
void append_bucket_pairs(std::span<const BucketRow> rows, uint32_t hot_limit, OpenBucket& open,
                         std::vector<CandidatePair>& out);

}  // namespace doppel::compare
