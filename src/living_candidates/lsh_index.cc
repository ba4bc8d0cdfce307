// A bucket is in the table of its band until more than `hot_limit` texts have its key. Then it
// becomes a HotBucket, in which the most preferred texts are sorted (hot_members.h). A bucket that
// has shrunk to half the limit is moved back when its band is rebuilt.
//
// How does an insertion notice that a bucket has grown too large? It does not count the texts: the
// size of the slice of the table that has the key is an upper bound, and usually far below the
// limit.
//
// Bands are rebuilt one at a time. They have different initial capacities, so that they do not all
// fill up with the same text.
//
// Tested by lsh_index_test.cc: after any history, the candidates are those of the definition over
// the living texts, every difference was reported as a change, and snapshots do not change.
#include "living_candidates/lsh_index.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "compare/bucket_pairs.h"

namespace doppel::living_candidates {
namespace {

constexpr size_t kLeastRoom = 512;
constexpr size_t kRoomShare = 8;  // of the living texts

}  // namespace

LshIndex::LshIndex(uint32_t bands, uint32_t hot_limit, size_t markets, TableHash hash)
    : hot_limit_(hot_limit), markets_(markets), hash_(hash), tables_(bands, hash) {}

size_t LshIndex::usual_room() const { return std::max(kLeastRoom, living_ / kRoomShare); }

// --- hot buckets ---

HotBucket* LshIndex::change_hot(uint32_t band, uint32_t key) {
  const HotBucket* const known = tables_.hot(band, key);
  if (known == nullptr) return nullptr;
  std::shared_ptr<HotBucket>& bucket = tables_.hot_[band].change().at(key);
  if (bucket->change != change_) {
    hot_before_.try_emplace({band, key}, bucket);
    bucket = std::make_shared<HotBucket>(*bucket);
    bucket->change = change_;
  }
  return bucket.get();
}

HotTexts LshIndex::texts_of(uint32_t band, uint32_t key, size_t market) const {
  return {.is_member = [this, band, key](TextId text) { return tables_.has_key(text, band, key); },
          .rank_of = [this, market](TextId text) { return rank_of_(market, text); },
          .mirror_set_of = [this](TextId text) { return tables_.mirror_set(text); }};
}

void LshIndex::insert_into_hot(HotBucket& bucket, uint32_t band, uint32_t key, TextId text,
                               CandidateChanges& changes) {
  set_flag(text, LshTables::kInHotBucket);
  for (size_t market = 0; market < markets_; ++market) {
    if (auto left = bucket.markets[market].insert(text, texts_of(band, key, market))) {
      changes.lost.push_back(*left);
    }
  }
}

void LshIndex::erase_from_hot(HotBucket& bucket, uint32_t band, uint32_t key, TextId text,
                              CandidateChanges& changes) {
  for (size_t market = 0; market < markets_; ++market) {
    if (auto entered = bucket.markets[market].erase(text, texts_of(band, key, market))) {
      changes.gained.push_back(*entered);
    }
  }
}

std::shared_ptr<HotBucket> LshIndex::new_hot(uint32_t band, uint32_t key,
                                             std::span<const TextId> members) {
  auto out = std::make_shared<HotBucket>(
      HotBucket{std::vector<HotOrder>(markets_, HotOrder(hot_limit_, hash_)), change_});
  CandidateChanges none;
  for (TextId text : members) insert_into_hot(*out, band, key, text, none);
  return out;
}

// Moves a bucket out of the table of the band if it is larger than the limit.
void LshIndex::make_hot(uint32_t band, uint32_t key, CandidateChanges& changes) {
  std::vector<TextId> found;
  tables_.bands_[band].append(tables_.hash_of(band, key), found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(found, [&](TextId text) { return !tables_.has_key(text, band, key); });
  if (!compare::is_hot(found.size(), hot_limit_)) return;
  hot_before_.try_emplace({band, key}, nullptr);
  const std::shared_ptr<HotBucket> bucket = new_hot(band, key, found);
  tables_.hot_[band].change().emplace(key, bucket);
  for (TextId text : found) {
    if (!bucket->is_preferred(text)) changes.lost.push_back(text);
  }
}

// --- changes ---

void LshIndex::begin_change(const RankOf& rank_of) {
  rank_of_ = rank_of;
  hot_before_.clear();
  markets_before_ = markets_;
  ++change_;
}

std::shared_ptr<HotBucket> LshIndex::with_markets(
    const HotBucket& bucket, uint32_t band, uint32_t key,
    std::span<const std::optional<size_t>> origins) const {
  std::vector<TextId> members;
  bucket.markets.front().append_all(members);
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::erase_if(members, [&](TextId text) { return !tables_.has_key(text, band, key); });
  auto out = std::make_shared<HotBucket>(HotBucket{{}, change_});
  for (size_t market = 0; market < origins.size(); ++market) {
    if (origins[market]) {
      out->markets.push_back(bucket.markets[*origins[market]]);
      continue;
    }
    HotOrder& order = out->markets.emplace_back(hot_limit_, hash_);
    const HotTexts texts = texts_of(band, key, market);
    for (TextId text : members) order.insert(text, texts);
  }
  return out;
}

void LshIndex::change_markets(std::span<const std::optional<size_t>> origins,
                              CandidateChanges& changes) {
  markets_ = origins.size();
  const auto preferred = [](const HotBucket& bucket) {
    std::vector<TextId> out;
    for (const HotOrder& order : bucket.markets) order.append_preferred(out);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  };
  for (uint32_t band = 0; band < tables_.hot_.size(); ++band) {
    if (tables_.hot_[band]->empty()) continue;
    for (auto& [key, bucket] : tables_.hot_[band].change()) {
      const std::shared_ptr<HotBucket> old = bucket;
      hot_before_.try_emplace({band, key}, old);
      bucket = with_markets(*old, band, key, origins);
      const std::vector<TextId> was = preferred(*old), is = preferred(*bucket);
      std::set_difference(is.begin(), is.end(), was.begin(), was.end(),
                          std::back_inserter(changes.gained));
      std::set_difference(was.begin(), was.end(), is.begin(), is.end(),
                          std::back_inserter(changes.lost));
    }
  }
}

void LshIndex::add_living(TextId text, std::span<const uint32_t> keys, uint64_t mirror_set) {
  tables_.grow_to(text.index() + 1);
  tables_.keys_.set(text, keys);
  tables_.set_mirror_set(text, mirror_set);
  tables_.flags_.change(text.index()) = LshTables::kLiving | LshTables::kHasKeys;
  ++living_;
}

void LshIndex::load(std::span<const TextId> texts, std::span<const TextSignature> signatures,
                    const RankOf& rank_of) {
  begin_change(rank_of);
  for (size_t i = 0; i < texts.size(); ++i) {
    add_living(texts[i], signatures[i].keys, signatures[i].mirror_set);
  }
  rebuild_all();
}

// Full texts have no mirror sets.
std::unique_ptr<CandidateIndex> LshIndex::twin(const RankOf& rank_of) const {
  auto out = std::make_unique<LshIndex>(tables_.keys_.bands(), hot_limit_, markets_, hash_);
  out->begin_change(rank_of);
  std::vector<uint32_t> keys(tables_.keys_.bands());
  for (uint32_t i = 0; i < tables_.flags_.size(); ++i) {
    if (!tables_.is_living({i})) continue;
    for (uint32_t band = 0; band < keys.size(); ++band) keys[band] = tables_.keys_.at({i}, band);
    out->add_living({i}, keys, 0);
  }
  out->rebuild_all();
  return out;
}

void LshIndex::rebuild_all() {
  const uint32_t bands = tables_.keys_.bands();
  for (uint32_t band = 0; band < bands; ++band) {
    rebuild(band, usual_room() * (bands + band) / (2 * bands) + 1);
  }
}

void LshIndex::insert(TextId text, const TextSignature& signature, CandidateChanges& changes) {
  const std::span<const uint32_t> keys = signature.keys;
  if (keys.empty()) {
    tables_.grow_to(text.index() + 1);
    tables_.flags_.change(text.index()) = 0;
    return;
  }
  for (uint32_t band = 0; band < keys.size(); ++band) {
    if (tables_.bands_[band].room() == 0) rebuild(band);
    tables_.bands_[band].prefetch_directory(tables_.hash_of(band, keys[band]));
  }
  add_living(text, keys, signature.mirror_set);
  for (uint32_t band = 0; band < keys.size(); ++band) insert_into(band, text, keys[band], changes);
}

void LshIndex::insert_into(uint32_t band, TextId text, uint32_t key, CandidateChanges& changes) {
  if (auto* bucket = change_hot(band, key)) {
    return insert_into_hot(*bucket, band, key, text, changes);
  }
  NumberTable& table = tables_.bands_[band];
  const uint64_t hash = tables_.hash_of(band, key);
  table.insert(hash, text);
  if (compare::is_hot(table.at_most(hash), hot_limit_)) make_hot(band, key, changes);
}

void LshIndex::release(TextId text, CandidateChanges& changes) {
  if (!tables_.is_living(text)) return;
  clear_flag(text, LshTables::kLiving);
  --living_;
  if ((tables_.flags(text) & LshTables::kInHotBucket) == 0) return;
  for (uint32_t band = 0; band < tables_.keys_.bands(); ++band) {
    const uint32_t key = tables_.keys_.at(text, band);
    if (auto* bucket = change_hot(band, key)) erase_from_hot(*bucket, band, key, text, changes);
  }
}

// First all of them leave, then all come back, so that a bucket is never sorted while some of its
// texts have old ranks and some have new ones.
void LshIndex::move(std::span<const TextId> texts, CandidateChanges& changes) {
  std::vector<TextId> moving;
  for (TextId text : texts) {
    if ((tables_.flags(text) & LshTables::kInHotBucket) == 0) continue;
    set_flag(text, LshTables::kMoving);
    moving.push_back(text);
  }
  const LivingKeys& keys = tables_.keys_;
  std::vector<std::pair<TextId, uint32_t>> preferred;  // in which bands they were
  for (TextId text : moving) {
    for (uint32_t band = 0; band < keys.bands(); ++band) {
      const uint32_t key = keys.at(text, band);
      auto* bucket = change_hot(band, key);
      if (bucket == nullptr) continue;
      if (bucket->is_preferred(text)) preferred.emplace_back(text, band);
      erase_from_hot(*bucket, band, key, text, changes);
    }
  }
  for (TextId text : moving) {
    clear_flag(text, LshTables::kMoving);
    for (uint32_t band = 0; band < keys.bands(); ++band) {
      const uint32_t key = keys.at(text, band);
      if (auto* bucket = change_hot(band, key)) insert_into_hot(*bucket, band, key, text, changes);
    }
  }
  changes.gained.insert(changes.gained.end(), moving.begin(), moving.end());
  for (const auto& [text, band] : preferred) {
    const HotBucket* const bucket = tables_.hot(band, keys.at(text, band));
    if (!bucket->is_preferred(text)) changes.lost.push_back(text);
  }
}

// The numbers are still in the tables, because no band was rebuilt after a text had been released.
// Only a bucket that became hot may be missing in a band that was rebuilt since.
void LshIndex::undo_change(std::span<const TextId> came, std::span<const TextId> gone) {
  for (TextId text : gone) {
    if ((tables_.flags(text) & LshTables::kHasKeys) == 0) continue;
    set_flag(text, LshTables::kLiving);
    ++living_;
  }
  for (TextId text : came) {
    if (!tables_.is_living(text)) continue;
    clear_flag(text, LshTables::kLiving);
    --living_;
  }
  std::set<uint32_t> bands;
  for (const auto& [place, bucket] : hot_before_) {
    LshTables::HotBuckets& buckets = tables_.hot_[place.first].change();
    if (bucket) {
      buckets.insert_or_assign(place.second, bucket);
    } else {
      buckets.erase(place.second);
      bands.insert(place.first);
    }
  }
  hot_before_.clear();
  markets_ = markets_before_;
  ++change_;  // the restored buckets may be part of a snapshot
  for (uint32_t band : bands)
    rebuild(band);  // needs no ranks, because all large buckets are hot already
}

// --- rebuilding ---

void LshIndex::rebuild(uint32_t band, size_t room) {
  drop_small_hot_buckets(band);
  do {
    tables_.bands_[band].rebuild(living_, room, [&](auto visit) { tables_.for_each(band, visit); });
  } while (make_large_buckets_hot(band));  // then rebuild again, without them
}

// Buckets that are no longer hot will be in the table again.
void LshIndex::drop_small_hot_buckets(uint32_t band) {
  const auto is_small = [&](const auto& entry) { return entry.second->size() <= hot_limit_ / 2; };
  const LshTables::HotBuckets& known = *tables_.hot_[band];
  if (std::none_of(known.begin(), known.end(), is_small)) return;
  std::erase_if(tables_.hot_[band].change(), is_small);
}

bool LshIndex::make_large_buckets_hot(uint32_t band) {
  std::vector<std::pair<uint32_t, TextId>> by_key;
  bool any = false;
  for (std::span<const uint32_t> slice : tables_.bands_[band].slices_above(hot_limit_)) {
    by_key.clear();
    for (uint32_t number : slice) {
      by_key.emplace_back(tables_.keys_.at({number}, band), TextId{number});
    }
    std::sort(by_key.begin(), by_key.end());
    for (size_t first = 0; first < by_key.size();) {
      size_t last = first;
      while (last < by_key.size() && by_key[last].first == by_key[first].first) ++last;
      if (compare::is_hot(last - first, hot_limit_)) {
        std::vector<TextId> members;
        for (size_t i = first; i < last; ++i) members.push_back(by_key[i].second);
        tables_.hot_[band].change().emplace(by_key[first].first,
                                            new_hot(band, by_key[first].first, members));
        any = true;
      }
      first = last;
    }
  }
  return any;
}

size_t LshIndex::hot_buckets() const {
  size_t out = 0;
  for (const auto& of_band : tables_.hot_) {
    for (const auto& [key, bucket] : *of_band) out += compare::is_hot(bucket->size(), hot_limit_);
  }
  return out;
}

}  // namespace doppel::living_candidates
