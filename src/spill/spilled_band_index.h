// The index of `lsh` if band keys do not fit in memory: like compare/band_index.h, but in files.
//
// KeyRuns takes the keys of texts in any order and sorts them on disk. From these SpilledBandIndex
// makes two files, which are written once and read at random:
//
//   buckets   | 4' 17 90 | 5' 6 | 12' 33 41 77 |     ranks of texts that share a key, ' the first
//   positions | of text 0 in buckets | of text 1 | ...        for texts that are not alone
//
// It gives the same candidates as the index in memory, and the same hot buckets.
//
// Memory: 8 bytes a text, the hot buckets, and the given memory for sorting. Disk: 8 bytes for each
// band of each text while keys are sorted, then 24 for each that shares a bucket. Reading is
// thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/table.h"
#include "compare/candidates.h"
#include "io/temporary_file.h"
#include "spill/sorted_runs.h"

namespace doppel::spill {

class KeyRuns {
 public:
  static Result<KeyRuns> create(const std::string& path, uint32_t bands, uint64_t memory_bytes);

  uint32_t bands() const { return runs_->sections(); }
  // REQUIRES: keys.size() == bands(), and each text at most once.
  Status add(TextId text, std::span<const uint32_t> keys);

 private:
  friend class SpilledBandIndex;
  KeyRuns(io::TemporaryFile file, uint32_t bands, uint64_t memory_bytes);

  std::unique_ptr<io::TemporaryFile> file_;  // stays where it is when this moves
  std::unique_ptr<SortedRuns<uint64_t>> runs_;
};

class SpilledBandIndex : public compare::CandidateSource {
 public:
  // `folder_prefix` names the files, as in "out.partial/.": their folder must exist. `texts` must
  // outlive the index.
  static Result<std::unique_ptr<SpilledBandIndex>> create(KeyRuns keys,
                                                          const compare::RankedTexts& texts,
                                                          uint32_t hot_limit,
                                                          const std::string& folder_prefix,
                                                          uint64_t memory_bytes,
                                                          TableMemory* memory = usual_memory());

  bool has_candidates(compare::Rank text) const override { return has_candidates_[text]; }
  Status append_earlier(compare::Rank text, std::vector<compare::Rank>& out) const override;
  std::span<const compare::HotBucket> hot_buckets() const override { return hot_; }
  uint32_t hot_limit() const override { return hot_limit_; }

 private:
  class Builder;

  SpilledBandIndex(io::TemporaryFile buckets, io::TemporaryFile positions, uint32_t hot_limit,
                   size_t texts, TableMemory* memory)
      : memory_(memory),
        buckets_(std::move(buckets)),
        positions_(std::move(positions)),
        hot_limit_(hot_limit),
        has_candidates_(texts, false, memory),
        position_ends_(texts, 0, memory) {}

  TableMemory* memory_;
  io::TemporaryFile buckets_, positions_;
  uint32_t hot_limit_;
  Table<bool> has_candidates_;     // by rank
  Table<uint64_t> position_ends_;  // by rank: where its positions end, in positions
  std::vector<compare::HotBucket> hot_;
};

}  // namespace doppel::spill
