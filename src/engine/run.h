// A run over files by a plan: what dedup() of the public API does once its options are settled.
#pragma once

#include <string>
#include <vector>

#include "corpus/run_plan.h"
#include "doppel/dedup.h"
#include "ingest/inputs.h"

namespace doppel::engine {

// REQUIRES: the plan is that of the options, up to what may not change an answer (run_plan.h).
// Throws only std::bad_alloc.
Result<DedupSummary> run(const std::vector<std::string>& patterns, const std::string& output_dir,
                         const DedupOptions& options, const corpus::RunPlan& plan,
                         const ProgressFn& progress);

// The same over inputs that are known already, under the output names they have.
Result<DedupSummary> run_over(ingest::InputList list, const std::string& output_dir,
                              const DedupOptions& options, const corpus::RunPlan& plan,
                              const ProgressFn& progress);

}  // namespace doppel::engine
