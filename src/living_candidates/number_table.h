// Which texts have this key? A table from keys to the numbers of texts: the band keys of `lsh`, the
// shingles of `exact`, ids, hashes of words.
//
// Most texts are in the base, which never changes: their numbers, sorted by the hash of their keys,
// and a directory of the positions where hashes begin. Texts that came later are in a small hash
// table. When it is full, both are rebuilt: a pass over all texts whenever an eighth of them has
// been added. Nothing is removed before that.
//
//   directory   | 0 | 15 | 33 | 48 | ...       one entry for some sixteen texts
//   tags        | 4f 10 a2 ... | 33 ...        a byte of the hash each
//   numbers     | 81 7 1250 ... | 12 ...
//
// The caller has the keys, by number. A text found by its tag may have another key or may have
// gone; the caller has to check.
//
// A copy is a snapshot and costs a pointer. It finds all texts that the table found when the copy
// was made, and possibly others that came later.
//
// Memory: 5.3 bytes for each text in the base, and 6.3 for each for which the small table has room.
// Thread safety: one thread changes a table and copies it, while many threads may read copies.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/table_hash.h"
#include "living_candidates/tag_table.h"

namespace doppel::living_candidates {

class NumberTable {
 public:
  NumberTable(TableHash hash, size_t room);

  // The hash that determines the position of a key.
  uint64_t hash_of(uint64_t key) const { return hash_.slot(key, 64); }

  // Two steps that prefetch the memory for append(). Always inline: g++ 12 considers a function
  // that only prefetches to have no effect, and removes calls of it.
  [[gnu::always_inline]] void prefetch_directory(uint64_t hash) const {
    const size_t at = contents_->slice(hash);
    __builtin_prefetch(&contents_->directory[at]);
    __builtin_prefetch(&contents_->recent_of_slice[at]);
    contents_->recent.prefetch(hash);
  }
  [[gnu::always_inline]] void prefetch_base(uint64_t hash) const {
    const uint32_t begin = contents_->directory[contents_->slice(hash)];
    __builtin_prefetch(contents_->tags.get() + begin);
    __builtin_prefetch(contents_->numbers.get() + begin);
  }
  // Appends texts that may have the key, including all that do.
  void append(uint64_t hash, std::vector<TextId>& out) const;
  // Calls visit(number) for the same texts until it returns true.
  template <typename Visit>
  void find(uint64_t hash, Visit visit) const;

  // An upper bound for the number of texts with the key. SIZE_MAX if more were inserted into its
  // slice than the counter can hold.
  size_t at_most(uint64_t hash) const;
  // Does nothing if the text was already inserted with this key since the base was built. REQUIRES:
  // room() > 0.
  void insert(uint64_t hash, TextId text);
  // How many more calls of insert() there is room for.
  size_t room() const { return room_; }

  // Rebuilds the table for about `about` texts, with room for `room` more. for_each(visit) calls
  // visit(number, hash) for each text and key; it is called twice and must do the same both times.
  template <typename ForEach>
  void rebuild(size_t about, size_t room, ForEach for_each);
  // The slices of the base that hold more than `limit` texts.
  std::vector<std::span<const uint32_t>> slices_above(size_t limit) const;

  size_t bytes() const;

 private:
  static constexpr size_t kPerSlice = 16;
  static constexpr uint8_t kUncounted = UINT8_MAX;

  struct Contents {
    Contents(size_t about, size_t room)
        : directory(about / kPerSlice + 2, 0),
          recent(room),
          recent_of_slice(std::make_unique<std::atomic<uint8_t>[]>(slices())) {}

    size_t slices() const { return directory.size() - 1; }
    size_t slice(uint64_t hash) const { return (hash >> 32) * slices() >> 32; }
    size_t size() const { return directory.back(); }

    std::vector<uint32_t> directory;
    std::unique_ptr<uint8_t[]> tags;
    std::unique_ptr<uint32_t[]> numbers;
    TagTable recent;
    std::unique_ptr<std::atomic<uint8_t>[]> recent_of_slice;  // how many, or kUncounted
  };

  static uint8_t tag_of(uint64_t hash) { return static_cast<uint8_t>(hash >> 24); }

  TableHash hash_;
  std::shared_ptr<Contents> contents_;
  size_t room_;
};

template <typename Visit>
void NumberTable::find(uint64_t hash, Visit visit) const {
  const Contents& contents = *contents_;
  const size_t at = contents.slice(hash);
  const uint8_t tag = tag_of(hash);
  for (uint32_t i = contents.directory[at], end = contents.directory[at + 1]; i < end; ++i) {
    if (contents.tags[i] == tag && visit(TextId{contents.numbers[i]})) return;
  }
  if (contents.recent_of_slice[at].load(std::memory_order_relaxed) == 0) return;
  contents.recent.find(hash, visit);
}

template <typename ForEach>
void NumberTable::rebuild(size_t about, size_t room, ForEach for_each) {
  auto next = std::make_shared<Contents>(about, room);
  std::vector<uint32_t>& directory = next->directory;
  // Each slice is counted in the entry after its own, so that the sums are the beginnings of the
  // slices. While a slice is filled, its beginning moves to its end, which is the beginning of the
  // next slice.
  for_each([&](TextId, uint64_t hash) { ++directory[next->slice(hash) + 1]; });
  for (size_t i = 1; i < directory.size(); ++i) directory[i] += directory[i - 1];
  next->tags = std::make_unique_for_overwrite<uint8_t[]>(next->size());
  next->numbers = std::make_unique_for_overwrite<uint32_t[]>(next->size());
  for_each([&](TextId text, uint64_t hash) {
    const uint32_t at = directory[next->slice(hash)]++;
    next->tags[at] = tag_of(hash);
    next->numbers[at] = text.value;
  });
  for (size_t i = directory.size() - 1; i > 0; --i) directory[i] = directory[i - 1];
  directory[0] = 0;
  contents_ = std::move(next);
  room_ = room;
}

}  // namespace doppel::living_candidates
