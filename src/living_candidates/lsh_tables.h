// `lsh` for texts that come and go: the tables for queries. Which texts share a band key?
//
// The rule is that of compare/bucket_pairs.h, for any number of winner orders. In a bucket, the
// `hot_limit` most preferred texts of each market are candidates of all its texts; in a bucket with
// no more than that, all texts are. hot_order.h says which texts are preferred if many pages have
// the same main content. The candidates of a text that is not in the index are those that it would
// have as the least preferred of all.
//
// A copy is a snapshot: it shares everything that has not changed since, and gives the answers that
// the original gave when the copy was made. It costs a few hundred pointers, mainly one for every
// 4,096 texts. Memory: for each text 4 bytes per band for its keys and a byte for flags, and
// number_table.h for each band.
//
// Thread safety: one thread changes the tables and copies them (lsh_index.h); many threads may
// query copies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/copy_on_write.h"
#include "base/shared_vector.h"
#include "base/table_hash.h"
#include "living_candidates/candidate_index.h"
#include "living_candidates/hot_order.h"
#include "living_candidates/living_keys.h"
#include "living_candidates/number_table.h"

namespace doppel::living_candidates {

// A bucket that has, or had, more than `hot_limit` texts.
struct HotBucket {
  // In some market.
  bool is_preferred(TextId text) const;
  bool would_be_preferred(uint64_t mirror_set,
                          const MirrorSetLeaders::MirrorSetOf& mirror_set_of) const;
  size_t size() const { return markets.front().size(); }

  std::vector<HotOrder> markets;  // the same texts in the order of each market
  uint64_t change = 0;            // that created it; only this change may modify it
};

class LshTables : public CandidateView {
 public:
  LshTables(uint32_t bands, TableHash hash);

  void candidates(TextId text, std::vector<TextId>& out) const override;
  // A text without keys has no candidates.
  void candidates(const TextSignature& signature, std::vector<TextId>& out) const override;
  size_t bytes() const override;

 private:
  friend class LshIndex;

  static constexpr uint8_t kLiving = 1, kInHotBucket = 2, kHasKeys = 4, kMoving = 8;
  using HotBuckets = std::map<uint32_t, std::shared_ptr<HotBucket>>;  // by key

  // 0 for a number that no text had when the copy was made.
  uint8_t flags(TextId text) const {
    return text.index() < flags_.size() ? flags_[text.index()] : uint8_t{0};
  }
  bool is_living(TextId text) const { return (flags(text) & kLiving) != 0; }
  bool has_key(TextId text, uint32_t band, uint32_t key) const {
    return (flags(text) & (kLiving | kMoving)) == kLiving && keys_.at(text, band) == key;
  }
  void grow_to(size_t texts) {
    keys_.grow_to(texts);
    flags_.grow_to(texts);
  }
  // Calls visit(number, hash of its key) for each living text that belongs in the band's table.
  template <typename Visit>
  void for_each(uint32_t band, Visit visit) const;
  uint64_t hash_of(uint32_t band, uint32_t key) const {
    return bands_[band].hash_of(uint64_t{key} << 32 | key);
  }
  const HotBucket* hot(uint32_t band, uint32_t key) const;
  // 0 for a text with one view.
  uint64_t mirror_set(TextId text) const {
    return text.index() < mirror_sets_.size() ? mirror_sets_[text.index()] : 0;
  }
  void set_mirror_set(TextId text, uint64_t mirror_set);
  // Whose candidates are wanted: those of a text in the index, or of one of that mirror set that is
  // not.
  struct Query {
    std::optional<TextId> text;
    uint64_t mirror_set = 0;
  };
  bool is_preferred(const HotBucket& bucket, const Query& query) const;
  void append(const Query& query, std::span<const uint32_t> keys, std::vector<TextId>& out) const;
  // The texts that the tables list for these keys, not yet compared. `ends` gets the end of each
  // band.
  void append_named(const Query& query, std::span<const uint32_t> keys, std::vector<TextId>& named,
                    std::span<size_t> ends) const;

  LivingKeys keys_;
  SharedVector<uint8_t, 4096> flags_;         // by text
  SharedVector<uint64_t, 512> mirror_sets_;   // by text, up to the last that has one
  std::vector<NumberTable> bands_;            // of buckets that are not hot
  std::vector<CopyOnWrite<HotBuckets>> hot_;  // by band
};

template <typename Visit>
void LshTables::for_each(uint32_t band, Visit visit) const {
  const bool any_hot = !hot_[band]->empty();
  for (size_t first = 0; first < flags_.size(); first += LivingKeys::kRow) {
    const uint32_t* const keys = keys_.row({static_cast<uint32_t>(first)}, band);
    const uint8_t* const flags = &flags_[first];  // a row is within one block
    const size_t count = std::min(LivingKeys::kRow, flags_.size() - first);
    for (size_t i = 0; i < count; ++i) {
      if ((flags[i] & kLiving) == 0 || (any_hot && hot(band, keys[i]) != nullptr)) continue;
      visit(TextId{static_cast<uint32_t>(first + i)}, hash_of(band, keys[i]));
    }
  }
}

}  // namespace doppel::living_candidates
