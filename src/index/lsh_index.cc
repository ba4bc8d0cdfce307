// A bucket stands in its band's table until more than `hot_limit` texts have its key. Then it is
// moved to a place of its own (hot_members.h), where the most preferred stand in order. A bucket
// that has shrunk to a half is moved back when its band is made anew.
//
// How does an insertion know that a bucket has grown too large? It does not count: the slice of the
// table that the key falls into is an upper bound, and mostly far below the limit.
//
// Bands are made anew one at a time. They begin with different room, so that they do not all
// fill up with the same text.
//
// Tested by lsh_index_test.cc: after any history the candidates are those of the definition over
// the living texts, and what is told as shifted explains every change.
#include "index/lsh_index.h"

#include <algorithm>
#include <optional>
#include <set>

namespace doppel::index {
namespace {

constexpr size_t kLeastRoom = 512;
constexpr size_t kRoomShare = 8;  // of the living texts

}  // namespace

LshIndex::LshIndex(uint32_t bands, uint32_t hot_limit, size_t markets, compare::TableHash hash)
    : hot_limit_(hot_limit),
      markets_(markets),
      keys_(bands),
      bands_(bands, BandTable(hash)),
      hot_(bands) {
  for (uint32_t band = 0; band < bands; ++band) {
    bands_[band].set_room(kLeastRoom * (bands + band) / bands);
  }
}

// --- hot buckets ---

const std::vector<HotMembers>* LshIndex::hot(uint32_t band, uint32_t key) const {
  if (hot_[band].empty()) return nullptr;
  const auto found = hot_[band].find(key);
  return found == hot_[band].end() ? nullptr : &found->second;
}

std::vector<HotMembers>* LshIndex::change_hot(uint32_t band, uint32_t key) {
  const auto found = hot_[band].find(key);
  if (found == hot_[band].end()) return nullptr;
  hot_before_.try_emplace({band, key}, found->second);
  return &found->second;
}

HotMembers::IsMember LshIndex::members_of(uint32_t band, uint32_t key) const {
  return [this, band, key](TextId text) { return has_key(text, band, key); };
}

HotMembers::RankOf LshIndex::ranks_in(size_t market) const {
  return [this, market](TextId text) { return rank_of_(market, text); };
}

void LshIndex::insert_into_hot(std::vector<HotMembers>& bucket, TextId text, Shifted& shifted) {
  flags_[text.index()] |= kInHotBucket;
  for (size_t market = 0; market < markets_; ++market) {
    if (auto left = bucket[market].insert(text, rank_of_(market, text))) {
      shifted.lost.push_back(*left);
    }
  }
}

void LshIndex::erase_from_hot(std::vector<HotMembers>& bucket, uint32_t band, uint32_t key,
                              TextId text, Shifted& shifted) {
  for (size_t market = 0; market < markets_; ++market) {
    if (auto entered = bucket[market].erase(text, members_of(band, key), ranks_in(market))) {
      shifted.gained.push_back(*entered);
    }
  }
}

std::vector<HotMembers> LshIndex::new_hot(std::span<const TextId> members) {
  std::vector<HotMembers> out(markets_, HotMembers(hot_limit_));
  Shifted none;
  for (TextId text : members) insert_into_hot(out, text, none);
  return out;
}

// Moves a bucket out of the band's table, if it is larger than it may be.
void LshIndex::heat(uint32_t band, uint32_t key, Shifted& shifted) {
  std::vector<TextId> found;
  bands_[band].append(bands_[band].hash_of(key), found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(found, [&](TextId text) { return !has_key(text, band, key); });
  if (found.size() <= hot_limit_) return;
  hot_before_.try_emplace({band, key}, std::nullopt);
  const auto& bucket = hot_[band].emplace(key, new_hot(found)).first->second;
  for (TextId text : found) {
    if (!is_preferred(bucket, text)) shifted.lost.push_back(text);
  }
}

// --- changes ---

void LshIndex::begin_change(RankOf rank_of) {
  rank_of_ = std::move(rank_of);
  hot_before_.clear();
}

void LshIndex::mark_living(TextId text) {
  if (text.index() >= flags_.size()) flags_.resize(text.index() + 1, 0);
  flags_[text.index()] = kLiving | kHasKeys;
  ++living_;
}

void LshIndex::load(std::span<const TextId> texts, std::span<const uint32_t> keys, RankOf rank_of) {
  begin_change(std::move(rank_of));
  const uint32_t bands = keys_.bands();
  for (size_t i = 0; i < texts.size(); ++i) {
    keys_.set(texts[i], keys.subspan(i * bands, bands));
    mark_living(texts[i]);
  }
  for (uint32_t band = 0; band < bands; ++band) {
    rebuild(band);
    bands_[band].set_room(
        std::max(kLeastRoom, living_ / kRoomShare) * (bands + band) / (2 * bands) + 1);
  }
}

void LshIndex::insert(TextId text, const TextSignature& signature, Shifted& shifted) {
  const std::span<const uint32_t> keys = signature.keys;
  if (keys.empty()) {
    flags_.resize(std::max(flags_.size(), text.index() + 1), 0);
    flags_[text.index()] = 0;
    return;
  }
  keys_.set(text, keys);
  for (uint32_t band = 0; band < keys_.bands(); ++band) {
    if (bands_[band].is_full()) rebuild(band);
    bands_[band].prefetch_directory(bands_[band].hash_of(keys[band]));
  }
  mark_living(text);
  for (uint32_t band = 0; band < keys_.bands(); ++band) insert_into(band, text, shifted);
}

void LshIndex::insert_into(uint32_t band, TextId text, Shifted& shifted) {
  const uint32_t key = keys_.at(text, band);
  if (auto* bucket = change_hot(band, key)) return insert_into_hot(*bucket, text, shifted);
  const uint64_t hash = bands_[band].hash_of(key);
  bands_[band].insert(hash, text);
  if (bands_[band].at_most(hash) > hot_limit_) heat(band, key, shifted);
}

void LshIndex::release(TextId text, Shifted& shifted) {
  if (!is_living(text)) return;
  flags_[text.index()] &= static_cast<uint8_t>(~kLiving);
  --living_;
  if ((flags(text) & kInHotBucket) == 0) return;
  for (uint32_t band = 0; band < keys_.bands(); ++band) {
    const uint32_t key = keys_.at(text, band);
    if (auto* bucket = change_hot(band, key)) erase_from_hot(*bucket, band, key, text, shifted);
  }
}

// First all of them leave, then all come back: a bucket is never put in order while some of its
// texts have old ranks and some have new ones.
void LshIndex::move(std::span<const TextId> texts, Shifted& shifted) {
  std::vector<TextId> moving;
  for (TextId text : texts) {
    if ((flags(text) & kInHotBucket) == 0) continue;
    flags_[text.index()] |= kMoving;
    moving.push_back(text);
  }
  std::vector<std::pair<TextId, uint32_t>> preferred;  // in which bands they were
  for (TextId text : moving) {
    for (uint32_t band = 0; band < keys_.bands(); ++band) {
      const uint32_t key = keys_.at(text, band);
      auto* bucket = change_hot(band, key);
      if (bucket == nullptr) continue;
      if (is_preferred(*bucket, text)) preferred.emplace_back(text, band);
      erase_from_hot(*bucket, band, key, text, shifted);
    }
  }
  for (TextId text : moving) {
    flags_[text.index()] &= static_cast<uint8_t>(~kMoving);
    for (uint32_t band = 0; band < keys_.bands(); ++band) {
      auto* bucket = change_hot(band, keys_.at(text, band));
      if (bucket != nullptr) insert_into_hot(*bucket, text, shifted);
    }
  }
  shifted.gained.insert(shifted.gained.end(), moving.begin(), moving.end());
  for (const auto& [text, band] : preferred) {
    if (!is_preferred(*hot(band, keys_.at(text, band)), text)) shifted.lost.push_back(text);
  }
}

// Numbers stand where they stood: no band was made anew after a text had gone. Only a bucket that
// was made hot may have been left out of a band that was made anew since.
void LshIndex::undo_change(std::span<const TextId> came, std::span<const TextId> gone) {
  for (TextId text : gone) {
    if ((flags(text) & kHasKeys) == 0) continue;
    flags_[text.index()] |= kLiving;
    ++living_;
  }
  for (TextId text : came) {
    if (!is_living(text)) continue;
    flags_[text.index()] &= static_cast<uint8_t>(~kLiving);
    --living_;
  }
  std::set<uint32_t> bands;
  for (auto& [place, bucket] : hot_before_) {
    if (bucket) {
      hot_[place.first].insert_or_assign(place.second, *std::move(bucket));
    } else {
      hot_[place.first].erase(place.second);
      bands.insert(place.first);
    }
  }
  hot_before_.clear();
  for (uint32_t band : bands) rebuild(band);  // all that is too large is hot already: asks no rank
}

// --- questions ---

bool LshIndex::is_preferred(const std::vector<HotMembers>& bucket, TextId text) {
  return std::any_of(bucket.begin(), bucket.end(),
                     [&](const HotMembers& members) { return members.is_preferred(text); });
}

void LshIndex::candidates(TextId text, std::vector<TextId>& out) const {
  if (!is_living(text)) return;
  const size_t begin = out.size();
  const uint32_t bands = keys_.bands();
  std::vector<uint64_t> hashes(bands);
  for (uint32_t band = 0; band < bands; ++band) {
    hashes[band] = bands_[band].hash_of(keys_.at(text, band));
    bands_[band].prefetch_directory(hashes[band]);
  }
  for (uint32_t band = 0; band < bands; ++band) bands_[band].prefetch_base(hashes[band]);
  // What the tags of all bands name, band after band; then their keys are on their way.
  std::vector<TextId> named;
  std::vector<size_t> ends(bands);
  for (uint32_t band = 0; band < bands; ++band) {
    if (const auto* bucket = hot(band, keys_.at(text, band))) {
      if (is_preferred(*bucket, text)) {
        bucket->front().append_all(named);
      } else {
        for (const HotMembers& members : *bucket) members.append_preferred(named);
      }
    } else {
      bands_[band].append(hashes[band], named);
    }
    ends[band] = named.size();
    for (size_t i = band == 0 ? 0 : ends[band - 1]; i < named.size(); ++i) {
      __builtin_prefetch(keys_.address(named[i], band));
      __builtin_prefetch(&flags_[named[i].index()]);
    }
  }
  size_t i = 0;
  for (uint32_t band = 0; band < bands; ++band) {
    const uint32_t key = keys_.at(text, band);
    for (; i < ends[band]; ++i) {
      if (has_key(named[i], band, key)) out.push_back(named[i]);
    }
  }
  const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(first, out.end());
  out.erase(std::unique(first, out.end()), out.end());
  const auto own =
      std::lower_bound(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), text);
  if (own != out.end() && *own == text) out.erase(own);
}

void LshIndex::rebuild(uint32_t band) {
  cool(band);
  BandTable& table = bands_[band];
  table.rebuild(flags_.size(), living_, [&](TextId text) -> std::optional<uint64_t> {
    if (!is_living(text)) return std::nullopt;
    const uint32_t key = keys_.at(text, band);
    if (hot(band, key) != nullptr) return std::nullopt;
    return table.hash_of(key);
  });
  table.set_room(std::max(kLeastRoom, living_ / kRoomShare));
  heat_slices(band);
}

// Buckets that are hot no longer stand in the table again.
void LshIndex::cool(uint32_t band) {
  std::erase_if(hot_[band],
                [&](const auto& entry) { return entry.second.front().size() <= hot_limit_ / 2; });
}

// After a load: buckets that are too large were put in the table.
void LshIndex::heat_slices(uint32_t band) {
  std::vector<std::pair<uint32_t, TextId>> by_key;
  bool any = false;
  for (std::span<const uint32_t> slice : bands_[band].slices_above(hot_limit_)) {
    by_key.clear();
    for (uint32_t number : slice) by_key.emplace_back(keys_.at({number}, band), TextId{number});
    std::sort(by_key.begin(), by_key.end());
    for (size_t first = 0; first < by_key.size();) {
      size_t last = first;
      while (last < by_key.size() && by_key[last].first == by_key[first].first) ++last;
      if (last - first > hot_limit_) {
        std::vector<TextId> members;
        for (size_t i = first; i < last; ++i) members.push_back(by_key[i].second);
        hot_[band].emplace(by_key[first].first, new_hot(members));
        any = true;
      }
      first = last;
    }
  }
  if (any) rebuild(band);  // without them
}

size_t LshIndex::hot_buckets() const {
  size_t out = 0;
  for (const Hot& of_band : hot_) {
    for (const auto& [key, bucket] : of_band) out += bucket.front().size() > hot_limit_;
  }
  return out;
}

size_t LshIndex::bytes() const {
  size_t out = keys_.bytes() + flags_.capacity();
  for (const BandTable& band : bands_) out += band.bytes();
  for (const Hot& of_band : hot_) {
    for (const auto& [key, bucket] : of_band) {
      for (const HotMembers& members : bucket) out += sizeof members + members.bytes();
    }
  }
  return out;
}

}  // namespace doppel::index
