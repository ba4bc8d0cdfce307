// `lsh`, living: which texts share a band key? Texts come and go one by one.
//
// The rule is that of compare/bucket_pairs.h, for any number of winner orders. In a bucket the most
// preferred texts, `hot_limit` of them in each market, are candidates of all its texts; in a bucket
// of no more than that, all are. So texts that come, go or move can make others begin or cease to
// be among the most preferred; both are told.
//
// Cost: an insertion or a release what one text costs, with the rebuilding of band tables shared
// out over the insertions; candidates() a few places of memory a band, and the candidates. A change
// that touches a hot bucket copies it once, so that it can be taken back. Memory: 4 bytes a band
// and text for its keys, and band_table.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compare/table_hash.h"
#include "index/band_table.h"
#include "index/candidate_index.h"
#include "index/hot_members.h"
#include "index/living_keys.h"

namespace doppel::index {

class LshIndex : public CandidateIndex {
 public:
  LshIndex(uint32_t bands, uint32_t hot_limit, size_t markets,
           compare::TableHash hash = compare::TableHash::usual());

  // Many at once, into an empty index: what a batch costs, not what so many insertions do.
  void load(std::span<const TextId> texts, std::span<const uint32_t> keys, RankOf rank_of);

  void begin_change(RankOf rank_of) override;
  // A text without keys has no candidates.
  void insert(TextId text, const TextSignature& signature, Shifted& shifted) override;
  void release(TextId text, Shifted& shifted) override;
  void move(std::span<const TextId> texts, Shifted& shifted) override;
  void undo_change(std::span<const TextId> came, std::span<const TextId> gone) override;
  void candidates(TextId text, std::vector<TextId>& out) const override;
  size_t bytes() const override;

  // Of more than `hot_limit` texts.
  size_t hot_buckets() const;

 private:
  static constexpr uint8_t kLiving = 1, kInHotBucket = 2, kHasKeys = 4, kMoving = 8;

  // None for a text that was loaded without keys.
  uint8_t flags(TextId text) const {
    return text.index() < flags_.size() ? flags_[text.index()] : uint8_t{0};
  }
  bool is_living(TextId text) const { return (flags(text) & kLiving) != 0; }
  // A hot bucket in the order of each market.
  using Hot = std::map<uint32_t, std::vector<HotMembers>>;  // by key, market

  bool has_key(TextId text, uint32_t band, uint32_t key) const {
    return (flags(text) & (kLiving | kMoving)) == kLiving && keys_.at(text, band) == key;
  }
  const std::vector<HotMembers>* hot(uint32_t band, uint32_t key) const;
  // The same, to be changed: what it was is kept for undo_change().
  std::vector<HotMembers>* change_hot(uint32_t band, uint32_t key);
  HotMembers::IsMember members_of(uint32_t band, uint32_t key) const;
  HotMembers::RankOf ranks_in(size_t market) const;
  void insert_into_hot(std::vector<HotMembers>& bucket, TextId text, Shifted& shifted);
  void erase_from_hot(std::vector<HotMembers>& bucket, uint32_t band, uint32_t key, TextId text,
                      Shifted& shifted);
  static bool is_preferred(const std::vector<HotMembers>& bucket, TextId text);
  std::vector<HotMembers> new_hot(std::span<const TextId> members);
  void mark_living(TextId text);
  void insert_into(uint32_t band, TextId text, Shifted& shifted);
  void heat(uint32_t band, uint32_t key, Shifted& shifted);
  void rebuild(uint32_t band);
  void heat_slices(uint32_t band);
  void cool(uint32_t band);

  uint32_t hot_limit_;
  size_t markets_;
  RankOf rank_of_;
  LivingKeys keys_;
  std::vector<uint8_t> flags_;  // by text
  size_t living_ = 0;
  std::vector<BandTable> bands_;
  std::vector<Hot> hot_;  // by band
  // Hot buckets as they were before the change; nothing: the bucket was not hot.
  std::map<std::pair<uint32_t, uint32_t>, std::optional<std::vector<HotMembers>>> hot_before_;
};

}  // namespace doppel::index
