// What does a run keep in memory, and what on disk? This is decided before it begins, from the
// sizes of the inputs and the memory it may use, and does not change afterwards. Answers never
// depend on it.
//
// The memory that a run needs grows with: the bytes of texts that cannot be read again from an
// input (source_texts.h); for band keys, the number of records times bands, for each view; for
// tables (pages, identities, order, bitmaps), the number of records, and bitmaps for each view.
// Texts are the first to go to disk, because they are the largest part and are needed least often;
// then band keys, then tables. What always stays in memory does not grow.
#pragma once

#include <cstdint>

#include "doppel/status.h"
#include "ingest/inputs.h"
#include "ingest/reader.h"
#include "sketch/banding.h"

namespace doppel::corpus {

// How much there is to read, as far as that is known before the run.
struct CorpusSize {
  // The uncompressed size of texts that have to be kept; texts of plain JSONL files are not among
  // them, because they are read again from the file. For a compressed file, five times its size.
  // HTML pages are counted with their markup, which is larger than both of their views.
  uint64_t text_bytes = 0;
  uint64_t records = 0;
  bool two_views = false;  // some texts have two views: HTML with View::kAny
};

struct MemoryPlan {
  uint64_t records = 0;         // expected number; used only to reserve memory
  uint64_t limit = UINT64_MAX;  // bytes
  uint64_t need = 0;            // bytes, with everything in memory
  uint64_t least = 0;           // bytes, with everything on disk that can be there
  bool texts_on_disk = false;
  bool keys_on_disk = false;
  bool tables_on_disk = false;
  uint64_t most_text_bytes = UINT64_MAX;     // of texts in memory; further texts go to disk
  uint64_t keep_set_bytes = UINT64_MAX;      // of shingle sets; further sets are made again
  uint64_t sort_bytes = uint64_t{64} << 20;  // used while band keys are sorted on disk
  uint64_t most_seen_texts = UINT64_MAX;     // that workers remember
  uint64_t resident_table_bytes = 0;         // how much of the tables on disk is kept in memory
};

// An estimate from the first records of the inputs. If there are more than a few hundred inputs,
// only some of them are read.
Result<CorpusSize> estimate_corpus_size(const std::vector<ingest::Input>& inputs,
                                        const ReadOptions& options);

// A `limit` of 0 means three quarters of the machine's memory.
MemoryPlan plan_memory(uint64_t limit, const CorpusSize& size, uint32_t bands, uint32_t threads);

}  // namespace doppel::corpus
