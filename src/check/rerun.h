// Does a new run give the same folder? Runs again with the options of summary.json and compares.
//
// The run writes to a temporary folder (below TMPDIR), which is removed at the end and needs as
// much space as the output folder. Its inputs are those of the summary, with the same names. Only
// `seconds`, `warnings` and the compressed bytes of JSONL may differ; the latter depend on the
// versions of libraries.
#pragma once

#include "check/folder_files.h"

namespace doppel::checks {

// Differences are faults; an error means that the run failed.
Status compare_with_rerun(const FolderFiles& files, const FolderContents& contents,
                          const ProgressFn& progress, Faults& faults);

}  // namespace doppel::checks
