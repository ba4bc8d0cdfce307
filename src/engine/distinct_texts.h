// The distinct texts of a run, and what is known of each before they meet: identity, band keys, and
// where the text can be read again.
//
// Filled by one thread, text by text in the order of the pages.
#pragma once

#include <memory>
#include <span>

#include "base/thread_pool.h"
#include "compare/band_keys.h"
#include "compare/text_store.h"
#include "compare/text_table.h"
#include "engine/run_plan.h"

namespace doppel::engine {

class DistinctTexts {
 public:
  DistinctTexts(const RunPlan& plan, std::unique_ptr<compare::TextStore> store);

  // `keys`: empty when they are not at hand.
  Result<compare::TextTable::Place> add(std::string_view text,
                                        const compare::TextIdentity& identity,
                                        std::span<const uint32_t> keys, const Position& at);
  // Makes the keys of texts that came without. Call once, last.
  Status complete(ThreadPool& pool);

  const compare::TextTable& table() const { return table_; }
  size_t size() const { return table_.size(); }
  // Gives the keys away.
  compare::BandKeys take_keys() { return std::move(keys_); }

 private:
  RunPlan plan_;
  std::unique_ptr<compare::TextStore> store_;
  compare::TextTable table_;
  compare::BandKeys keys_;
};

}  // namespace doppel::engine
