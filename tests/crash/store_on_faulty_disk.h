// A whole store on a disk that fails when a test says so.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "living_store/living_store.h"
#include "store/rocks_store.h"
#include "support/faulty_disk.h"
#include "support/temp_folder.h"

namespace doppel::crash {

class StoreOnFaultyDisk {
 public:
  explicit StoreOnFaultyDisk(uint32_t seed) : disk_(seed) {}

  support::FaultyDisk& disk() { return disk_; }
  // REQUIRES: the store is open.
  living_store::LivingStore& store() { return *living_; }
  store::RocksStore& files() { return *rocks_; }

  Status open(const StoreOptions& options = {}) {
    close();
    const bool reads = options.access == StoreOptions::Access::kRead;
    auto rocks = store::RocksStore::open(
        folder_.path("store"), {.mode = reads ? store::RocksOptions::Mode::kReadOnly
                                              : store::RocksOptions::Mode::kCreateIfAbsent,
                                .cache_bytes = 1 << 20,
                                .file_system = disk_.files()});
    if (!rocks) return rocks.error();
    rocks_ = rocks->get();
    auto living = living_store::LivingStore::open(*std::move(rocks), options);
    if (!living) return living.error();
    living_ = *std::move(living);
    return {};
  }
  void close() { living_.reset(); }

 private:
  support::FaultyDisk disk_;
  support::TempFolder folder_;
  std::unique_ptr<living_store::LivingStore> living_;
  store::RocksStore* rocks_ = nullptr;
};

}  // namespace doppel::crash
