// The suite of all stores, with a restart after each write.
#include <atomic>
#include <mutex>
#include <stdexcept>

#include "store/rocks_store.h"
#include "store/store_suite.h"
#include "support/faulty_disk.h"
#include "support/temp_folder.h"

namespace doppel::store {
namespace {

// Closed and opened again after each write, unless somebody holds a snapshot.
class ReopenedStore : public Store {
 public:
  ReopenedStore() { reopen(); }
  std::shared_ptr<const Snapshot> snapshot() const override {
    std::lock_guard lock(mutex_);
    ++held_;
    // A weak pointer would not do: it expires before the snapshot has let go of the database.
    std::shared_ptr<const Snapshot> snapshot = store_->snapshot();
    const Snapshot* rows = snapshot.get();
    return {rows, [this, snapshot = std::move(snapshot)](const Snapshot*) mutable {
              snapshot = nullptr;
              --held_;
            }};
  }
  Status write(const Batch& batch) override {
    std::lock_guard lock(mutex_);
    Status status = store_->write(batch);
    if (held_ == 0) reopen();
    return status;
  }

 private:
  void reopen() {
    store_ = nullptr;
    auto opened = RocksStore::open(folder_.path(), {.mode = RocksOptions::Mode::kCreateIfAbsent,
                                                    .file_system = disk_.files()});
    if (!opened) throw std::runtime_error(opened.error().message());
    store_ = *std::move(opened);
  }

  support::FaultyDisk disk_{1};  // has no faults here, and does not wait for a real disk
  support::TempFolder folder_;
  std::unique_ptr<RocksStore> store_;
  mutable std::mutex mutex_;
  mutable std::atomic<int> held_ = 0;  // snapshots
};

INSTANTIATE_TEST_SUITE_P(reopened, StoreSuite,
                         testing::Values([] { return std::make_unique<ReopenedStore>(); }));

}  // namespace
}  // namespace doppel::store
