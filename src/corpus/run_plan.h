// What a run will do, decided before it begins.
//
// What users can choose comes from the options. What only tests choose (batch sizes, the hash of
// tables, when a bucket is hot) has its usual value here. Only the predicate, the strategy, the
// banding, the hot limit, the views, the own windows and what to keep can change an answer.
#pragma once

#include <cstdint>

#include "base/byte_budget.h"
#include "base/table.h"
#include "base/table_hash.h"
#include "compare/bucket_pairs.h"
#include "corpus/memory_plan.h"
#include "doppel/dedup.h"
#include "ingest/reader.h"
#include "sketch/banding.h"
#include "text/shingle_key.h"

namespace doppel::corpus {

struct RunPlan {
  Predicate predicate;
  Strategy strategy = Strategy::kLsh;
  sketch::Banding banding = {};  // no bands: texts have no keys
  bool two_views = false;        // texts may have two views (View::kAny)
  uint32_t hot_limit = compare::kHotLimit;
  uint64_t most_own_windows = UINT64_MAX;  // that a removed text may have
  Keep keep = Keep::kDefault;              // decides whether the words of texts are counted
  uint64_t keep_set_bytes = UINT64_MAX;    // of shingle sets; further sets are made again
  // How many pages and texts their numbers can count. More than that is an error.
  uint64_t most_pages = UINT32_MAX - 1;  // the last number means "none"
  uint64_t most_texts = INT32_MAX;       // indexes use the highest bit as a flag
  MemoryPlan memory = {};                // of a run over files; set when its inputs are known
  TableMemory* tables = usual_memory();
  size_t disk_table_bytes = size_t{64} << 10;  // smaller tables are always in memory
  BatchLimits batch = {};
  ByteBudget* batch_budget = nullptr;  // of batches in progress; null: as the memory plan says
  ingest::SplitOptions splits = {};
  TableHash table_hash = TableHash::usual();
  const text::ShingleKey* shingle_key = &text::ShingleKey::of_process();
};

Status too_many_pages(uint64_t most);
Status too_many_texts(uint64_t most);

// kInvalidArgument if dedup does not support this predicate with this strategy.
Result<RunPlan> plan_run(const Predicate& predicate, Strategy strategy);

}  // namespace doppel::corpus
