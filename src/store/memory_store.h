// The store in memory: for tests, and for work that needs no disk.
//
// Snapshots share the rows with the store; the first write while one is held copies them all, so
// let snapshots go before writing. Not durable. See store.h for the rest of the contract.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "store/store.h"

namespace doppel::store {

class MemoryStore : public Store {
 public:
  MemoryStore();
  std::shared_ptr<const Snapshot> snapshot() const override;
  Status write(const Batch& batch) override;

  // All rows as bytes, and back: a restart without a disk. kCorrupt when the bytes are not whole.
  std::string serialise() const;
  static Result<std::unique_ptr<MemoryStore>> load(std::string_view bytes);

 private:
  using Rows = std::map<std::string, std::string, std::less<>>;
  class RowSnapshot;
  class RowCursor;

  std::shared_ptr<Rows> rows_;
};

}  // namespace doppel::store
