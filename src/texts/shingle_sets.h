// The shingle sets and the parity bitmaps of those texts that have become candidates.
//
// A set contains shingles hashed under the run's secret key, so that counts of common shingles are
// proofs. A bitmap is made from the fixed hashes of the same shingles, so that the bitmaps, and the
// statistics of the work they save, are the same in every run.
//
// A text with two views has two sets, one for each view. For any other text both views have the
// same set.
//
// make() reads each text again and keeps its size, its bitmap and, until `keep_bytes` are used, its
// set. A set that was not kept is made again each time it is needed. The set of a full text is
// often not needed, because the main contents decide; so make() can leave it out, and it is kept
// when it is first needed. What is kept affects the time, never an answer.
//
// Memory: 20 bytes for each text of the run (40 if any text has two views), and for each text made
// 8 bytes for each shingle and a bitmap of 64 bytes or more. Only one thread may call make();
// afterwards sizes and bitmaps are read-only, and any number of threads may call shingles().
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

// Called now and then, on the calling thread, with the number of texts done since the last call. If
// it returns an error, the work ends with that error.
using AdvanceFn = std::function<Status(uint64_t)>;

// What one thread needs to read texts and make their sets.
struct SetMaker {
  SetMaker(const TextTable& table, const TextRules& rules, const text::ShingleKey& key,
           TableHash hash, TableMemory* memory)
      : reader(table.store().reader()),
        signer(rules, key),
        overlap(hash),
        kept(size_t{2} << 20, memory) {}

  std::unique_ptr<TextReader> reader;
  Signer signer;
  similarity::Overlap overlap;  // removes repeated shingles
  Arena kept;
};

class ShingleSets {
 public:
  ShingleSets(const TextTable& table, const TextRules& rules, std::span<const TextId> by_rank,
              uint64_t keep_bytes, TableHash hash = TableHash::usual(),
              TableMemory* memory = usual_memory(),
              const text::ShingleKey& key = text::ShingleKey::of_process());

  // What the page rule has to know about texts, indexed by text, up to the last text that has two
  // views. Must outlive this object. Call at most once, before anything else.
  void set_subjects(std::span<const similarity::PageSubject> subjects) { subjects_ = subjects; }
  // Takes over the sets that were made before, which must outlive this object. Call at most once,
  // before anything else.
  void take(const EarlySets& early, std::span<const Rank> rank_of);
  // Makes the missing sets and bitmaps of these texts: for both views (kAny), or for their main
  // contents only.
  Status make(std::span<const Rank> texts, ThreadPool& pool, const AdvanceFn& advance,
              View view = View::kAny);

  // Where all tables, sets and bitmaps are allocated.
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
  // The number of distinct shingles. REQUIRES: is_made(text, view), here and below.
  uint32_t size(Rank text) const { return sizes_[text]; }
  std::span<const uint64_t> parity(Rank text) const;
  const uint64_t* parity_address(Rank text) const { return parity_[text]; }
  similarity::ParityBitmap parity_bitmap(Rank text, View view = View::kMain) const {
    const size_t slot = slot_of(text, view);
    return {sizes_[slot], parity_[slot]};
  }

  // A maker for shingles(), in which sets that were not kept are made again. One for each thread;
  // give it back afterwards.
  std::unique_ptr<SetMaker> take_maker() const;
  void give_maker(std::unique_ptr<SetMaker> maker) const;
  // Is this set, which shingles() returned, kept? If so, it stays valid.
  bool is_kept(std::span<const uint64_t> set, Rank text, View view) const {
    return kept_set(slot_of(text, view)) == set.data();
  }
  // The keyed shingles, in order of first appearance; valid until the maker is used again.
  Result<std::span<const uint64_t>> shingles(Rank text, SetMaker& maker,
                                             View view = View::kMain) const;
  // The shingles with both of their hashes, made again from the text.
  Result<similarity::ShingleSet> read(Rank text, SetMaker& maker, View view = View::kMain) const;

 private:
  bool has_two_views(Rank text) const { return table_.has_two_views(by_rank_[text]); }
  // The index of that view's set in the tables.
  size_t slot_of(Rank text, View view) const {
    return view == View::kFull && any_two_views() && has_two_views(text) ? texts_ + text : text;
  }
  Status make_one(Rank text, SetMaker& maker, View view);
  void keep(size_t slot, const similarity::ShingleSet& set, SetMaker& maker);
  // Keeps a copy of the set, unless that would exceed `keep_bytes_`. Several threads may keep the
  // same set at the same time.
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
  // Indexed by rank; if any text has two views, the entries of the full texts follow.
  mutable Table<uint32_t> sizes_;
  Table<const uint64_t*> parity_;        // in an arena of a maker, or of EarlySets; null: not made
  mutable Table<const uint64_t*> sets_;  // likewise; null: not kept
  mutable ObjectPool<SetMaker> makers_;
};

}  // namespace doppel::texts
