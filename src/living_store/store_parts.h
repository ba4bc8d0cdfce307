// What a public Store has inside, for the functions of the public interface.
#pragma once

#include <memory>

#include "doppel/store.h"
#include "living_store/living_store.h"
#include "store/rocks_store.h"

namespace doppel {

struct Store::Parts {
  std::unique_ptr<living_store::LivingStore> living;
  const store::RocksStore* rocks = nullptr;  // the same rows, by their own type
};

}  // namespace doppel
