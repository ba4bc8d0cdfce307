// Where an ingestion puts what it reads: into the store, or into a staged crawl (collections).
#pragma once

#include <span>
#include <string>

#include "doppel/store.h"

namespace doppel::living_store {

// How far an input was read: written together with the updates that were read from it.
struct InputRow {
  std::string name;
  std::string value;
};

class UpdateSink {
 public:
  virtual ~UpdateSink() = default;
  // Takes all updates, but those that it rejects, and the rows of inputs, in one write.
  // kInvalidArgument for more than kMostUpdatesOfARound.
  virtual Result<RoundReport> submit(std::span<const PageUpdate> updates,
                                     std::span<const InputRow> inputs) = 0;
  // The row of an input that was written; "" if there is none.
  virtual Result<std::string> input_row(const std::string& name) const = 0;
};

// kInvalidArgument for more updates than one write may have.
Status check_update_count(size_t updates);

}  // namespace doppel::living_store
