// `lsh`: which texts share a band key?
//
// Built once over all texts, band by band, by sorting: a bucket is a run of equal keys. Each key is
// then overwritten with the text's position in its bucket, so the index takes 4 bytes for each band
// of each text, and 4 more where the text is not alone in its bucket. With 21 bands that is 84 to
// 168 bytes for each text.
//
// Buckets of more than `hot_limit` texts, which boilerplate causes, are returned separately
// (bucket_pairs.h). Thread safety: immutable after construction.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/table_hash.h"
#include "base/thread_pool.h"
#include "compare/band_key_table.h"
#include "compare/bucket_pairs.h"
#include "compare/candidates.h"

namespace doppel::compare {

class BandIndex : public CandidateSource {
 public:
  // Reuses the memory of `keys`. `texts` must outlive the index. REQUIRES: fewer than 2^31 texts.
  BandIndex(BandKeyTable keys, const RankedTexts& texts, ThreadPool& pool,
            uint32_t hot_limit = kHotLimit, TableHash hash = TableHash::usual());

  bool has_candidates(Rank text) const override;
  Status append_earlier(Rank text, std::vector<Rank>& out) const override;
  std::span<const HotBucket> hot_buckets() const override { return hot_; }
  uint32_t hot_limit() const override { return hot_limit_; }

 private:
  class BandBuilder;
  void prefetch_positions(Rank rank) const;
  void prefetch_members(Rank rank) const;

  BandKeyTable positions_;  // in members_
  RankedTexts texts_;
  uint32_t hot_limit_;
  std::unique_ptr<std::atomic<bool>[]> has_candidates_;  // by text: is it in a bucket with others?
  std::vector<std::vector<uint32_t>>
      members_;  // by band: the ranks in each bucket, bucket by bucket
  std::vector<HotBucket> hot_;
};

}  // namespace doppel::compare
