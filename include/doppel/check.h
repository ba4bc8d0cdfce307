// Is everything in an output folder of dedup() true?
//
// Thread safety: a pure function of the folder and the inputs; it writes nothing, except for a
// rerun, which writes to a temporary folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

struct CheckOptions {
  bool deep = false;   // recompute every certificate on the words themselves, not only a sample
  bool rerun = false;  // also run again and compare the folders
};

struct CheckReport {
  uint64_t certificates = 0;        // recomputed
  uint64_t counted_on_words = 0;    // of these, without any hash
  std::vector<std::string> faults;  // empty if everything holds
};

// Recomputes every certificate, the kept files, the lists and the counts of a folder that dedup()
// wrote, from the inputs that it names. What does not hold is a fault; what cannot be read is an
// error. Time and memory are linear in the inputs and the folder, even if it is forged; a rerun
// costs as much as dedup().
Result<CheckReport> check(const std::string& output_dir, const CheckOptions& options = {},
                          const ProgressFn& progress = {});

}  // namespace doppel
