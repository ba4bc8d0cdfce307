// For tests: everything that a store has.
#pragma once

#include <map>
#include <string>

#include "store/store.h"

namespace doppel::store {

using Rows = std::map<std::string, std::string>;

inline Result<Rows> all_rows(const Snapshot& snapshot) {
  Rows out;
  auto cursor = snapshot.seek("", {});
  for (; cursor->valid(); cursor->next()) out.emplace(cursor->key(), cursor->value());
  if (Status status = cursor->status(); !status.ok()) return status;
  return out;
}

inline Result<Rows> all_rows(const Store& store) { return all_rows(*store.snapshot()); }

inline Batch batch_of(const Rows& rows) {
  Batch out;
  for (const auto& [key, value] : rows) out.put(key, value);
  return out;
}

}  // namespace doppel::store
