// Is the folder what a run gives? Decides afresh, with the options of summary.json, and compares.
//
// The run writes to a folder of its own below the system's folder for temporary files (TMPDIR),
// which is removed in the end: it needs as much room there as the output folder has. Its inputs are
// those of the summary, under the names they have there. What may differ are `seconds` and
// `warnings`, and how packed JSONL is packed, which depends on the versions of libraries.
#pragma once

#include "check/folder_files.h"

namespace doppel::checks {

// Differences are faults; an error is a run that cannot be carried out.
Status compare_with_rerun(const FolderFiles& files, const FolderContents& contents,
                          const ProgressFn& progress, Faults& faults);

}  // namespace doppel::checks
