// A step of a run with its tables on disk: only a part of them is in memory.
#pragma once

#include <string>

#include "base/guard.h"
#include "corpus/run_plan.h"
#include "spill/disk_memory.h"

namespace doppel::engine {

// Calls step(plan), which returns a Result, with the plan's tables in a temporary file of that
// name, of which `resident_bytes` may be in memory. If a table cannot grow, the error is that of
// the disk. REQUIRES: no table made by the step outlives it.
template <typename Step>
auto with_tables_on_disk(corpus::RunPlan plan, const std::string& path, uint64_t resident_bytes,
                         const Step& step) -> decltype(step(plan)) {
  auto tables = spill::DiskMemory::create(path, resident_bytes, plan.disk_table_bytes);
  if (!tables) return tables.error();
  plan.tables = tables->get();
  decltype(step(plan)) out = out_of_memory();
  try {
    out = step(plan);
  } catch (...) {
    out = status_of_exception();
  }
  if (Status failure = (*tables)->failure(); !out && !failure.ok()) return failure;
  return out;
}

}  // namespace doppel::engine
