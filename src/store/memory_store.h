// The store in memory: for tests, and for work that needs no disk.
//
// Rows are in immutable pages: a write makes new pages for the rows that it changes and shares the
// others with the version before. So a snapshot is one pointer, and a write costs the pages that
// the batch changes and a pointer for each other page, however many snapshots exist.
// Not durable. See store.h for the rest of the contract.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "store/store.h"

namespace doppel::store {

class MemoryStore : public Store {
 public:
  MemoryStore();
  std::shared_ptr<const Snapshot> snapshot() const override;
  Status write(const Batch& batch) override;

  // All rows as bytes, and back, for tests that restart without a disk. kCorrupt if the bytes are
  // incomplete.
  std::string serialise() const;
  static Result<std::unique_ptr<MemoryStore>> load(std::string_view bytes);

 private:
  struct Row {
    std::string key, value;
  };
  using Page = std::vector<std::shared_ptr<const Row>>;    // in key order, never empty
  using Pages = std::vector<std::shared_ptr<const Page>>;  // in key order
  class PageWriter;
  class RowCursor;
  class RowSnapshot;

  std::shared_ptr<const Pages> pages() const;

  mutable std::mutex mutex_;  // held only while the pointer is read or set
  std::shared_ptr<const Pages> pages_;
};

}  // namespace doppel::store
