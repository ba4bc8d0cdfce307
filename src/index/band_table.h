// One band of a living index: which texts have this key?
//
// Most texts stand in the base, which never changes: their numbers, ordered by the hash of their
// keys, and a directory that says where those of a hash begin. What came since stands in a small
// hash table beside it. When that is full, both are made anew from the keys: a pass over all texts,
// once for every eighth of them. A text that went is told by the caller; its number stays where it
// is until then.
//
//   directory   | 0 | 15 | 33 | 48 | ...       one entry for some sixteen texts
//   tags        | 4f 10 a2 ... | 33 ...        a byte of the hash each
//   numbers     | 81 7 1250 ... | 12 ...
//
// Keys are the caller's, by number; so a text found by its tag is still compared by its key.
//
// Memory: 5.3 bytes a text of the base, and 6.3 for each that the table has room for, which is an
// eighth of them. Thread safety: many may read while nobody writes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compare/table_hash.h"
#include "index/tag_table.h"

namespace doppel::index {

class BandTable {
 public:
  explicit BandTable(compare::TableHash hash) : hash_(hash) { directory_.assign(2, 0); }

  // What a key's place depends on.
  uint64_t hash_of(uint32_t key) const { return hash_.place(uint64_t{key} << 32 | key, 64); }

  // Two steps before append(), so that memory is on its way.
  void prefetch_directory(uint64_t hash) const {
    __builtin_prefetch(&directory_[slice(hash)]);
    recent_.prefetch(hash);
  }
  void prefetch_base(uint64_t hash) const {
    const uint32_t begin = directory_[slice(hash)];
    __builtin_prefetch(tags_.data() + begin);
    __builtin_prefetch(numbers_.data() + begin);
  }
  // Appends texts that may have the key; all that have it are among them.
  void append(uint64_t hash, std::vector<TextId>& out) const;

  // No more texts than this have the key. Far too many when so many have come that nobody counts.
  size_t at_most(uint64_t hash) const {
    const size_t at = slice(hash);
    if (recent_of_slice_[at] == kUncounted) return SIZE_MAX;
    return directory_[at + 1] - directory_[at] + recent_of_slice_[at];
  }
  // Does nothing when the text came with this key before. REQUIRES: !is_full().
  void insert(uint64_t hash, TextId text);
  bool is_full() const { return inserted_ >= room_; }
  // How many insert() has room for until the base is made anew.
  void set_room(size_t room);

  // Makes the base of all texts below `texts` for which hash_at() gives the hash of a key; it gives
  // nothing for those that are to be left out. `about` so many will be there.
  template <typename HashAt>
  void rebuild(size_t texts, size_t about, HashAt hash_at);
  // The slices of the base that hold more than `limit` texts.
  std::vector<std::span<const uint32_t>> slices_above(size_t limit) const;

  size_t bytes() const;

 private:
  static constexpr size_t kPerSlice = 16;
  static constexpr uint8_t kUncounted = UINT8_MAX;

  size_t slices() const { return directory_.size() - 1; }
  size_t slice(uint64_t hash) const { return (hash >> 32) * slices() >> 32; }
  static uint8_t tag_of(uint64_t hash) { return static_cast<uint8_t>(hash >> 24); }

  compare::TableHash hash_;
  std::vector<uint32_t> directory_;
  std::vector<uint8_t> tags_ = {};
  std::vector<uint32_t> numbers_ = {};
  TagTable recent_;
  std::vector<uint8_t> recent_of_slice_ = {0};  // how many were inserted, or kUncounted
  size_t inserted_ = 0, room_ = 0;
};

template <typename HashAt>
void BandTable::rebuild(size_t texts, size_t about, HashAt hash_at) {
  directory_.assign(about / kPerSlice + 2, 0);
  // An entry counts its slice one place further, so that sums are beginnings; then each beginning
  // moves to its end while the slice is filled, which is where the next begins.
  for (uint32_t i = 0; i < texts; ++i) {
    if (auto hash = hash_at(TextId{i})) ++directory_[slice(*hash) + 1];
  }
  for (size_t i = 1; i < directory_.size(); ++i) directory_[i] += directory_[i - 1];
  tags_.resize(directory_.back());
  numbers_.resize(directory_.back());
  for (uint32_t i = 0; i < texts; ++i) {
    const auto hash = hash_at(TextId{i});
    if (!hash) continue;
    const uint32_t at = directory_[slice(*hash)]++;
    tags_[at] = tag_of(*hash);
    numbers_[at] = i;
  }
  for (size_t i = directory_.size() - 1; i > 0; --i) directory_[i] = directory_[i - 1];
  directory_[0] = 0;
  tags_.shrink_to_fit();
  numbers_.shrink_to_fit();
  recent_of_slice_.assign(slices(), 0);
  inserted_ = 0;
}

}  // namespace doppel::index
