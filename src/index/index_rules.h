// The rules by which an index finds texts that resemble a text. A plain value.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/table_hash.h"
#include "compare/shingle_order.h"
#include "doppel/dedup.h"
#include "doppel/predicate.h"
#include "sketch/banding.h"
#include "text/shingle_key.h"

namespace doppel::index {

struct IndexRules {
  Predicate predicate;
  Strategy strategy = Strategy::kLsh;
  sketch::Banding banding = {};      // of `lsh`
  uint32_t hot_limit = 512;          // of `lsh`
  size_t markets = 1;                // whose orders count in hot buckets
  compare::ShingleOrder order = {};  // of `exact`; stored beside the texts
  TableHash hash = TableHash::usual();
  size_t set_cache_bytes = 0;  // of sets of texts that were compared lately
  const text::ShingleKey* shingle_key = &text::ShingleKey::of_process();
};

}  // namespace doppel::index
