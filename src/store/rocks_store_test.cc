#include "store/rocks_store.h"

#include "store/store_suite.h"
#include "support/temp_folder.h"

namespace doppel::store {
namespace {

using Mode = RocksOptions::Mode;

// A store in a folder that goes away with it.
class TemporaryStore : public Store {
 public:
  TemporaryStore() { open(); }
  std::shared_ptr<const Snapshot> snapshot() const override { return store_->snapshot(); }
  Status write(const Batch& batch) override { return store_->write(batch); }

 protected:
  void open() {
    store_ = nullptr;
    auto opened = RocksStore::open(folder_.path(), {.mode = Mode::kCreateIfAbsent});
    if (!opened) throw std::runtime_error(opened.error().message());
    store_ = *std::move(opened);
  }
  support::TempFolder folder_;
  std::unique_ptr<RocksStore> store_;
};

INSTANTIATE_TEST_SUITE_P(rocks, StoreSuite,
                         testing::Values([] { return std::make_unique<TemporaryStore>(); }));

}  // namespace
}  // namespace doppel::store
