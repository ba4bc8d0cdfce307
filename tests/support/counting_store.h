// A memory store that counts what is asked of it, for tests: rows by key, and scans.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "store/memory_store.h"

namespace doppel::support {

class CountingStore : public store::MemoryStore {
 public:
  struct Counts {
    uint64_t gets = 0, seeks = 0;
  };

  std::shared_ptr<const store::Snapshot> snapshot() const override {
    return std::make_shared<CountingSnapshot>(MemoryStore::snapshot(), counts_);
  }
  // Since the last call.
  Counts take_counts() { return std::exchange(*counts_, {}); }

 private:
  class CountingSnapshot : public store::Snapshot {
   public:
    CountingSnapshot(std::shared_ptr<const store::Snapshot> base, std::shared_ptr<Counts> counts)
        : base_(std::move(base)), counts_(std::move(counts)) {}
    Result<std::optional<std::string>> get(std::string_view key) const override {
      ++counts_->gets;
      return base_->get(key);
    }
    std::unique_ptr<store::Cursor> seek(std::string_view from,
                                        std::string_view end) const override {
      ++counts_->seeks;
      return base_->seek(from, end);
    }

   private:
    std::shared_ptr<const store::Snapshot> base_;
    std::shared_ptr<Counts> counts_;
  };

  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace doppel::support
