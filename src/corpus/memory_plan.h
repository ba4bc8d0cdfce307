// Where will the things of a run live? Settled before it begins, from the sizes of the inputs and
// the memory it may use, and not changed afterwards. Answers never depend on it.
//
// What a run needs, by what grows: the texts with the bytes of the inputs that cannot be read again
// (source_texts.h); band keys with records times bands, for each view; tables (pages, identities,
// order, bitmaps) with the records, and bitmaps for each view. Texts go to disk first, because they
// are most of it and are asked for least; then band keys, then tables. What stays in memory in any
// case does not grow.
#pragma once

#include <cstdint>

#include "doppel/status.h"
#include "ingest/inputs.h"
#include "ingest/reader.h"
#include "sketch/banding.h"

namespace doppel::corpus {

// How much there is to read, as far as it can be told beforehand.
struct CorpusSize {
  // Of texts that have to be kept: those of plain JSONL files are read again from the file.
  // Uncompressed; five times the size of the file if it is compressed. The bytes of HTML pages are
  // counted with their markup, which is more than both of their views take.
  uint64_t text_bytes = 0;
  uint64_t records = 0;
  bool two_views = false;  // some texts have two: HTML under View::kAny
};

struct MemoryPlan {
  uint64_t records = 0;         // expected; nothing but room is made for them
  uint64_t limit = UINT64_MAX;  // bytes
  uint64_t need = 0;            // with everything in memory
  uint64_t least = 0;           // with everything on disk that can be
  bool texts_on_disk = false;
  bool keys_on_disk = false;
  bool tables_on_disk = false;
  uint64_t most_text_bytes = UINT64_MAX;     // of texts in memory; more than that goes to disk
  uint64_t keep_set_bytes = UINT64_MAX;      // of sets of shingles; others are made again
  uint64_t sort_bytes = uint64_t{64} << 20;  // while band keys are sorted on disk
  uint64_t most_seen_texts = UINT64_MAX;     // that workers remember to have met
  uint64_t resident_table_bytes = 0;         // of tables on disk: so much of them in memory
};

// Estimates from the first records of the inputs; of more than some hundred inputs, from a part.
Result<CorpusSize> estimate_corpus_size(const std::vector<ingest::Input>& inputs,
                                        const ReadOptions& options);

// `limit` 0: three quarters of the machine's memory.
MemoryPlan plan_memory(uint64_t limit, const CorpusSize& size, uint32_t bands, uint32_t threads);

}  // namespace doppel::corpus
