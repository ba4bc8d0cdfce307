// Executes the plan of a run over files. dedup() of the public API calls this after checking its
// options.
#pragma once

#include <string>
#include <vector>

#include "corpus/run_plan.h"
#include "doppel/dedup.h"
#include "ingest/inputs.h"

namespace doppel::engine {

// REQUIRES: the plan was made from the options, apart from settings that cannot change a result
// (run_plan.h). Throws only std::bad_alloc.
Result<DedupSummary> run(const std::vector<std::string>& patterns, const std::string& output_dir,
                         const DedupOptions& options, const corpus::RunPlan& plan,
                         const ProgressFn& progress);

// The same for a list of inputs that is known already, with their output names.
Result<DedupSummary> run_over(ingest::InputList list, const std::string& output_dir,
                              const DedupOptions& options, const corpus::RunPlan& plan,
                              const ProgressFn& progress);

}  // namespace doppel::engine
