// For tests: rows that outlive a store, and that stop being written after a number of batches: a
// store that is killed between two writes.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "store/memory_store.h"

namespace doppel::store_queries {

class StoppingRows : public store::Store {
 public:
  explicit StoppingRows(std::shared_ptr<store::MemoryStore> memory, int writes = INT32_MAX)
      : memory_(std::move(memory)), writes_(writes) {}

  std::shared_ptr<const store::Snapshot> snapshot() const override { return memory_->snapshot(); }
  Status write(const store::Batch& batch) override {
    if (writes_-- <= 0) return io_error("killed");
    return memory_->write(batch);
  }

 private:
  std::shared_ptr<store::MemoryStore> memory_;
  int writes_;
};

}  // namespace doppel::store_queries
