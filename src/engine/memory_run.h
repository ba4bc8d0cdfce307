// A run over pages that the caller adds one by one: the implementation of Deduplicator.
//
// The number of pages is not known in advance, so memory is planned twice. Before the first page,
// texts get half of the limit, and a file for those that do not fit (spill/overflow_texts.h).
// finish() knows the number of pages and the size of their texts, and plans like a run over files:
// band keys and tables that do not fit go to disk.
//
// May throw exceptions of the standard library; errors are those described in doppel/dedup.h. Not
// thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/progress.h"
#include "base/thread_pool.h"
#include "corpus/distinct_texts.h"
#include "corpus/run_plan.h"
#include "doppel/dedup.h"
#include "engine/added_pages.h"
#include "engine/removal_queries.h"
#include "texts/signer.h"

namespace doppel::engine {

// The plan of a run with these options. kInvalidArgument when it cannot be carried out.
Result<corpus::RunPlan> plan_memory_run(const RunOptions& options);

class MemoryRun {
 public:
  MemoryRun(const RunOptions& options, const corpus::RunPlan& plan);

  Status add(std::string_view text, const PageFacts& facts);
  Result<std::optional<Removal>> would_remove(std::string_view text, const PageFacts& facts);
  // Call once, last.
  Result<std::vector<Certificate>> finish(const ProgressFn& progress);

 private:
  Status check_page(std::string_view text) const;
  // The number of words of the text that was identified last, if the winner order uses it.
  uint32_t counted_words() const;
  corpus::MemoryPlan final_memory(size_t threads) const;
  Result<std::vector<Certificate>> decide_pages(const corpus::RunPlan& plan, ThreadPool& pool,
                                                ProgressMeter& meter);

  RunOptions options_;
  corpus::RunPlan plan_;
  std::string file_prefix_;
  texts::Signer signer_;
  std::string stored_;  // a buffer for one text
  corpus::DistinctTexts texts_;
  uint64_t text_bytes_ = 0;
  Arena strings_;
  AddedPages pages_;
  std::unique_ptr<RemovalQueries> queries_;  // from the first query on
};

}  // namespace doppel::engine
