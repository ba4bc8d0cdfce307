// Whom does a text of hot buckets meet? By the rule of bucket_pairs.h, those of the most preferred
// texts of its buckets that stand before it.
//
// Texts are decided in winner order, block by block. While a block is looked at, many threads ask
// for what a text meets among the earlier blocks; then the texts of the block are settled one by
// one, and each meets those of its own block that are settled.
//
// A text that is among the most preferred of some bucket has a number, so that lists are bits, and
// their union costs a few words a bucket.
//
// Memory: 4 bytes for each hot bucket a text is in, 12 a text of the run, some bits a number and
// bucket.
#pragma once

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

    std::vector<uint64_t> bits;   // by number / 64; zero between two calls
    std::vector<uint32_t> words;  // of `bits` that are not zero
  };

  // `buckets` are needed only now.
  HotLists(std::span<const HotBucket> buckets, uint32_t limit, size_t texts, TableMemory* memory);

  // The hot buckets that a text is in, ascending.
  std::span<const uint32_t> buckets_of(Rank text) const;
  // Texts by number; some numbers nobody has.
  std::span<const Rank> numbered() const { return numbered_; }

  // Among the texts of earlier blocks. Thread-safe between calls of settle().
  void meet_earlier(Rank text, Met& out) const { meet(text, earlier_, out); }
  // Among the texts of this block that are settled.
  void meet_in_block(Rank text, Met& out) const;

  void begin_block();
  // REQUIRES: texts come in winner order, every text of a hot bucket.
  void settle(Rank text, bool kept);

 private:
  struct Word {
    uint32_t at = 0;
    uint64_t bits = 0;
  };

  void number(std::span<const Rank> preferred, std::vector<Word>& words);
  void meet(Rank text, std::span<const uint64_t> settled, Met& out) const;

  std::vector<std::vector<Word>> lists_;  // by bucket: the most preferred, by number
  Table<uint32_t> buckets_;               // text after text
  Table<uint64_t> ends_;                  // by text; empty when no bucket is hot
  Table<Number> number_of_;               // by rank; kNone: not among the most preferred
  Table<Rank> numbered_;                  // by number; a bucket's own begin with a word of bits
  // Bits by number: settled in earlier blocks, in this block, as kept.
  std::vector<uint64_t> earlier_, in_block_, kept_;
  bool any_in_block_ = false;
};

}  // namespace doppel::compare
