// The store in memory: for tests, and for work that needs no disk.
//
// Rows stand in pages that never change; a write makes new pages where it has something to say and
// shares the others with what was there before. So a snapshot is one pointer, and writing costs the
// pages that the batch touches, and a pointer for each other one, however many snapshots are held.
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

  // All rows as bytes, and back: a restart without a disk. kCorrupt when the bytes are not whole.
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
