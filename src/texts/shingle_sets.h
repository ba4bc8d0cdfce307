// The sets of shingles and the parity bitmaps of texts that have become candidates; of no others.
//
// Sets hold the shingles under the run's secret key: what is counted on them is a proof. Bitmaps
// are made of the fixed hashes of the same shingles, so they, and whatever is counted of the work
// they save, are the same in every run.
//
// A text with two views has two sets, one of each view; of any other text both are the same.
//
// make() reads the texts again and keeps for each its size, its bitmap and, while `keep_bytes`
// last, its set. A set that was not kept is read again whenever it is asked for. The set of a full
// text is often not needed, because main contents decide; so it can be left out of make(), and is
// kept when it is asked for. What is kept changes the time, never an answer.
//
// Memory: 20 bytes for each text of the run (40 if any has two views), then 8 bytes for each
// shingle and 64 bytes or more of bitmap for each text made. make() is for one caller at a time;
// afterwards sizes and bitmaps are read-only, and shingles() is for any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/object_pool.h"
#include "base/table.h"
#include "base/table_hash.h"
#include "base/thread_pool.h"
#include "doppel/status.h"
#include "record/pair.h"
#include "similarity/overlap.h"
#include "similarity/parity_bitmap.h"
#include "texts/early_sets.h"
#include "texts/signer.h"
#include "texts/text_table.h"

namespace doppel::texts {

// Told of texts done now and then, by the calling thread; an error from it ends the work.
using AdvanceFn = std::function<Status(uint64_t)>;

// Reads a text and makes its set: the scratch of one thread.
struct SetMaker {
  SetMaker(const TextTable& table, const TextRules& rules, const text::ShingleKey& key,
           TableHash hash, TableMemory* memory)
      : reader(table.store().reader()),
        signer(rules, key),
        overlap(hash),
        kept(size_t{2} << 20, memory) {}

  std::unique_ptr<TextReader> reader;
  Signer signer;
  similarity::Overlap overlap;  // removes repeats
  Arena kept;
};

class ShingleSets {
 public:
  ShingleSets(const TextTable& table, const TextRules& rules, std::span<const TextId> by_rank,
              uint64_t keep_bytes, TableHash hash = TableHash::usual(),
              TableMemory* memory = usual_memory(),
              const text::ShingleKey& key = text::ShingleKey::of_process());

  // What the rule of pages has to know of texts: by text, up to the last that has two views. Must
  // outlive this. Call at most once, first.
  void set_subjects(std::span<const similarity::PageSubject> subjects) { subjects_ = subjects; }
  // Takes what was made before, which must outlive this. Call at most once, first.
  void take(const EarlySets& early, std::span<const Rank> rank_of);
  // Makes what is missing of these texts: of both views (kAny), or of their main contents only.
  Status make(std::span<const Rank> texts, ThreadPool& pool, const AdvanceFn& advance,
              View view = View::kAny);

  // Where it keeps all of this.
  TableMemory* memory() const { return memory_; }

  bool is_made(Rank text, View view = View::kMain) const {
    return parity_[slot_of(text, view)] != nullptr;
  }
  // Does any text have two views?
  bool any_two_views() const { return sizes_.size() > texts_; }
  const similarity::PageSubject& subject(Rank text) const {
    static constexpr similarity::PageSubject kOneView;
    const size_t index = by_rank_[text].index();
    return index < subjects_.size() ? subjects_[index] : kOneView;
  }
  // Distinct shingles. REQUIRES: is_made(text, view), here and below.
  uint32_t size(Rank text) const { return sizes_[text]; }
  std::span<const uint64_t> parity(Rank text) const;
  const uint64_t* parity_address(Rank text) const { return parity_[text]; }
  similarity::ParityBitmap parity_bitmap(Rank text, View view = View::kMain) const {
    const size_t slot = slot_of(text, view);
    return {sizes_[slot], parity_[slot]};
  }

  // Takes part in shingles(): where a set that was not kept is made again. One per thread.
  std::unique_ptr<SetMaker> take_maker() const;
  void give_maker(std::unique_ptr<SetMaker> maker) const;
  // Is this set, which shingles() has returned, kept? Then it stays valid.
  bool is_kept(std::span<const uint64_t> set, Rank text, View view) const {
    return kept_set(slot_of(text, view)) == set.data();
  }
  // The keyed ones, in order of first appearance; valid until the maker is used again.
  Result<std::span<const uint64_t>> shingles(Rank text, SetMaker& maker,
                                             View view = View::kMain) const;
  // Both hashes of each, read again from the text.
  Result<similarity::ShingleSet> read(Rank text, SetMaker& maker, View view = View::kMain) const;

 private:
  bool has_two_views(Rank text) const { return table_.has_two_views(by_rank_[text]); }
  // Where the set of that view stands in the tables.
  size_t slot_of(Rank text, View view) const {
    return view == View::kFull && any_two_views() && has_two_views(text) ? texts_ + text : text;
  }
  Status make_one(Rank text, SetMaker& maker, View view);
  void keep(size_t slot, const similarity::ShingleSet& set, SetMaker& maker);
  // Keeps a copy of the set, if there is room. Threads may keep the same set at the same time.
  void keep_set(size_t slot, std::span<const uint64_t> set, SetMaker& maker) const;
  const uint64_t* kept_set(size_t slot) const {
    return std::atomic_ref(sets_[slot]).load(std::memory_order_acquire);
  }

  const TextTable& table_;
  TextRules rules_;
  std::span<const TextId> by_rank_;
  const size_t texts_;
  std::span<const similarity::PageSubject> subjects_;
  uint64_t keep_bytes_;
  TableHash hash_;
  TableMemory* memory_;
  const text::ShingleKey& key_;
  mutable std::atomic<uint64_t> kept_bytes_ = 0;
  // By rank; if any text has two views, those of the full texts follow.
  mutable Table<uint32_t> sizes_;
  Table<const uint64_t*> parity_;        // in the makers' arenas, or taken; null: not made
  mutable Table<const uint64_t*> sets_;  // likewise; null: not kept
  mutable ObjectPool<SetMaker> makers_;
};

}  // namespace doppel::texts
