// A few inputs of every kind, small enough to be deduplicated some thousand times, and what must
// come of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "doppel/dedup.h"
#include "support/temp_folder.h"

namespace doppel::faults {

class SmallCorpus {
 public:
  SmallCorpus();

  // Writes to out(), which is absent before.
  Result<DedupSummary> dedup(uint32_t threads, uint64_t memory_bytes) const;
  const std::vector<std::string>& inputs() const { return inputs_; }
  const std::string& out() const { return out_; }

  // What is wrong with the folder after an answer; "" when nothing is. After an error there is no
  // folder, or the whole of it.
  std::string fault_after(const Status& status) const;
  bool has_partial() const;
  // Removes out() and what a run may have left beside it.
  void clear() const;

 private:
  support::TempFolder folder_;
  const std::string out_ = folder_.path("out");
  std::vector<std::string> inputs_;
  std::map<std::string, std::string> truth_;  // by the name of a file in out()
};

}  // namespace doppel::faults
