// Which candidates does a text have in its hot buckets? By the rule of bucket_pairs.h, those among
// the most preferred texts of its buckets that come before it.
//
// Texts are decided in winner order, block by block. First, many threads ask for the candidates of
// each text in earlier blocks. Then the texts of the block are settled one by one, and each gets
// the candidates in its own block that are already settled.
//
// A text that is among the most preferred of some bucket has a number, so that a list of texts is a
// bitmap, and the union of lists costs a few words for each bucket.
//
// Memory: 4 bytes for each hot bucket a text is in, 12 for each text of the run, and a few bits for
// each numbered text of each bucket.
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

  // The candidates of one text, and buffers.
  struct Met {
    void clear() {
      kept.clear();
      removed.clear();
    }

    std::vector<Number> kept, removed;

    std::vector<uint64_t> bits;   // by number / 64; zero between two calls
    std::vector<uint32_t> words;  // the indices in `bits` that are not zero
  };

  // `buckets` are not used after construction.
  HotLists(std::span<const HotBucket> buckets, uint32_t limit, size_t texts, TableMemory* memory);

  // The hot buckets that a text is in, ascending.
  std::span<const uint32_t> buckets_of(Rank text) const;
  // Texts by number; some numbers belong to no text.
  std::span<const Rank> numbered() const { return numbered_; }

  // Candidates among the texts of earlier blocks. Thread-safe as long as nobody calls settle().
  void meet_earlier(Rank text, Met& out) const { meet(text, earlier_, out); }
  // Candidates among the texts of this block that are settled.
  void meet_in_block(Rank text, Met& out) const;

  void begin_block();
  // Records what became of a text. REQUIRES: it is called in winner order, for every text of a hot
  // bucket.
  void settle(Rank text, bool kept);

 private:
  struct Word {
    uint32_t at = 0;
    uint64_t bits = 0;
  };

  void number(std::span<const Rank> preferred, std::vector<Word>& words);
  void meet(Rank text, std::span<const uint64_t> settled, Met& out) const;

  std::vector<std::vector<Word>> lists_;  // by bucket: the numbers of its most preferred texts
  Table<uint32_t> buckets_;               // of each text, text by text
  Table<uint64_t> ends_;                  // by text, in buckets_; empty if no bucket is hot
  Table<Number> number_of_;               // by rank; kNone: not among the most preferred
  Table<Rank> numbered_;                  // by number; new numbers of a bucket start at a new word
  // Bits by number: settled in earlier blocks, settled in this block, kept.
  std::vector<uint64_t> earlier_, in_block_, kept_;
  bool any_in_block_ = false;
};

}  // namespace doppel::compare
