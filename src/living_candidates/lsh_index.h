// `lsh` for texts that come and go one by one. lsh_tables.h has the rule and answers queries.
//
// When texts come, go or move, others can enter or leave the most preferred texts of a hot bucket;
// both are reported.
//
// Cost: an insertion or a release costs what one text costs; rebuilding band tables is amortised
// over the insertions. A change of a hot bucket copies its most preferred texts once, so that the
// change can be undone and snapshots stay the same. After a snapshot, a change also copies each
// block of keys and flags that it modifies, once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/table_hash.h"
#include "living_candidates/candidate_index.h"
#include "living_candidates/lsh_tables.h"

namespace doppel::living_candidates {

class LshIndex : public CandidateIndex {
 public:
  LshIndex(uint32_t bands, uint32_t hot_limit, size_t markets, TableHash hash = TableHash::usual());

  // Faster than inserting one by one, because the tables are built only once. REQUIRES: all
  // signatures have keys.
  void load(std::span<const TextId> texts, std::span<const TextSignature> signatures,
            const RankOf& rank_of) override;
  std::unique_ptr<CandidateIndex> twin(const RankOf& rank_of) const override;

  void begin_change(const RankOf& rank_of) override;
  // Cost: the ranks of the texts in hot buckets, for each market that has no origin.
  void change_markets(std::span<const std::optional<size_t>> origins,
                      CandidateChanges& changes) override;
  // A text without keys has no candidates.
  void insert(TextId text, const TextSignature& signature, CandidateChanges& changes) override;
  void release(TextId text, CandidateChanges& changes) override;
  void move(std::span<const TextId> texts, CandidateChanges& changes) override;
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override;
  const CandidateView& view() const override { return tables_; }
  std::shared_ptr<const CandidateView> snapshot() const override {
    return std::make_shared<const LshTables>(tables_);
  }

  // The number of buckets with more than `hot_limit` texts.
  size_t hot_buckets() const;
  bool has_hot_buckets() const override { return hot_buckets() > 0; }

 private:
  // The bucket, for modification: a copy, unless this change has already copied it. Null if the
  // bucket is not hot.
  HotBucket* change_hot(uint32_t band, uint32_t key);
  HotTexts texts_of(uint32_t band, uint32_t key, size_t market) const;
  void insert_into_hot(HotBucket& bucket, uint32_t band, uint32_t key, TextId text,
                       CandidateChanges& changes);
  void erase_from_hot(HotBucket& bucket, uint32_t band, uint32_t key, TextId text,
                      CandidateChanges& changes);
  std::shared_ptr<HotBucket> new_hot(uint32_t band, uint32_t key, std::span<const TextId> members);
  // The same texts in the orders of the new markets.
  std::shared_ptr<HotBucket> with_markets(const HotBucket& bucket, uint32_t band, uint32_t key,
                                          std::span<const std::optional<size_t>> origins) const;
  void set_flag(TextId text, uint8_t flag) { tables_.flags_.change(text.index()) |= flag; }
  void clear_flag(TextId text, uint8_t flag) {
    tables_.flags_.change(text.index()) &= static_cast<uint8_t>(~flag);
  }
  void add_living(TextId text, std::span<const uint32_t> keys, uint64_t mirror_set);
  void insert_into(uint32_t band, TextId text, uint32_t key, CandidateChanges& changes);
  void make_hot(uint32_t band, uint32_t key, CandidateChanges& changes);
  void rebuild(uint32_t band) { rebuild(band, usual_room()); }
  void rebuild(uint32_t band, size_t room);
  void rebuild_all();
  // Makes buckets hot that are too large in the table of the band. Returns whether there were any.
  bool make_large_buckets_hot(uint32_t band);
  void drop_small_hot_buckets(uint32_t band);
  size_t usual_room() const;

  uint32_t hot_limit_;
  size_t markets_;
  TableHash hash_;
  RankOf rank_of_;
  LshTables tables_;
  size_t living_ = 0;
  uint64_t change_ = 0;        // how many changes have begun
  size_t markets_before_ = 0;  // the change
  // Hot buckets as they were before the change; null if the bucket was not hot.
  std::map<std::pair<uint32_t, uint32_t>, std::shared_ptr<HotBucket>> hot_before_;
};

}  // namespace doppel::living_candidates
