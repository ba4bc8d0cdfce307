// What travels between the rooms: a batch of records that owns the memory they point into.
//
// This is the hot path: nothing is allocated per page. One worker fills a batch, processes it
// completely and clears it for the next use; clear() keeps the capacity. Not thread-safe; move it
// instead of sharing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "doppel/read.h"

namespace doppel {

// When a batch is full. At least one record always fits.
struct BatchLimits {
  size_t records = 1024;
  size_t bytes = size_t{256} << 10;
};

class RecordBatch {
 public:
  RecordBatch() = default;
  // The records are stored in that memory.
  explicit RecordBatch(TableMemory* memory) : arena_(Arena::kUsualBlock, memory) {}

  std::span<Record> records() { return records_; }
  std::span<const Record> records() const { return records_; }
  Arena& arena() { return arena_; }
  // How many uncompressed bytes of the input this batch covers, blank lines included.
  uint64_t input_bytes() const { return input_bytes_; }

  // The record's views must live in arena() or outlive the batch.
  void push(const Record& record) { records_.push_back(record); }
  void add_input_bytes(uint64_t bytes) { input_bytes_ += bytes; }

  void clear() {
    records_.clear();
    arena_.clear();
    input_bytes_ = 0;
  }

 private:
  std::vector<Record> records_;
  Arena arena_;
  uint64_t input_bytes_ = 0;
};

}  // namespace doppel
