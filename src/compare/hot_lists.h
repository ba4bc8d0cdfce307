// Whom does a text of hot buckets meet? The rule of candidates.h, kept up while texts are decided.
//
// Texts are decided in winner order, block by block. While a block is looked at, meet() tells what
// a text meets among the texts of earlier blocks: many threads may ask. Then the texts of the block
// are settled one by one, by one thread; arrivals() tells what the block itself has added.
//
// A text that is on the list of a bucket (one of the smallest, or of the first that are kept) is
// known by a number, so that lists are bits, and their union costs a few words a bucket.
//
// Memory: 4 bytes for each hot bucket a text is in, 8 a text of the run, some bits a number and
// bucket.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/table.h"
#include "compare/candidates.h"

namespace doppel::compare {

class HotLists {
 public:
  using Number = uint32_t;
  static constexpr Number kNone = UINT32_MAX;

  // What one text meets, and the scratch for it.
  struct Met {
    void clear() {
      kept.clear();
      removed.clear();
    }

    std::vector<Number> kept, removed;
    uint32_t buckets = 0;      // that were taken, from the first
    uint32_t before_last = 0;  // texts met in all of them but the last

    std::vector<uint64_t> bits;   // by number / 64; zero between two calls
    std::vector<uint32_t> words;  // of `bits` that are not zero
  };

  // `buckets` must outlive this.
  HotLists(std::span<const HotBucket> buckets, uint32_t limit, size_t texts, TableMemory* memory);

  // The hot buckets that a text is in, ascending.
  std::span<const uint32_t> buckets_of(Rank text) const;
  // Numbers are below this; some of them nobody has.
  size_t numbers() const { return kept_.size() * 64; }

  // Among the texts of earlier blocks. Thread-safe between calls of settle().
  void meet(Rank text, Met& out) const { meet(text, false, out); }
  // Among all that are settled.
  void meet_all(Rank text, Met& out) const { meet(text, true, out); }

  void begin_block();
  // Of the texts of this block that are settled, those on lists of the buckets that meet() has
  // taken for the text. False when so many have come that the text takes fewer buckets, perhaps:
  // then nothing of what meet() has told holds.
  bool arrivals(Rank text, uint32_t buckets, uint32_t before_last, Met& out) const;
  // The text's number, if it is put on a list. REQUIRES: texts come in winner order, every text of
  // a hot bucket.
  Number settle(Rank text, bool kept);

 private:
  struct Word {
    uint32_t at = 0;
    uint64_t bits = 0;
  };
  struct Lists {
    std::span<const Rank> smallest;
    size_t settled = 0;          // of the smallest
    uint32_t kept = 0;           // on the list of kept ones
    Number next = 0;             // of its own numbers, 64 at a time; a multiple of 64: none is left
    std::vector<Word> words;     // of earlier blocks
    std::vector<Word> arrivals;  // of this block
  };

  void meet(Rank text, bool all, Met& out) const;
  Number new_number(Lists& lists);
  static void add(Word word, std::vector<Word>& words);
  // Unites lists; returns how many texts are new.
  static uint32_t unite(std::span<const Word> words, Met& out);
  // Takes the union apart.
  void name_all(Met& out) const;

  uint32_t limit_;
  Table<uint32_t> buckets_;  // text after text
  Table<uint64_t> ends_;     // by text; empty when no bucket is hot
  std::vector<Lists> lists_;
  std::vector<uint32_t> grown_;  // buckets that have arrivals
  Table<uint64_t> kept_;         // bits by number
};

}  // namespace doppel::compare
