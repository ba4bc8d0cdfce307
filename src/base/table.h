// A large table of a run: a vector with an entry for each page or text, of which there may be
// millions.
//
// A run chooses once where its tables are: in the memory of the process, or in a file of which only
// a part is resident (spill/disk_memory.h). A table is created in one of these memories and stays
// there; moving it to a table in another memory copies it.
#pragma once

#include <memory_resource>
#include <vector>

namespace doppel {

class TableMemory : public std::pmr::memory_resource {
 public:
  // Loops over a large part of a table call this every few hundred steps, so that a table on disk
  // can release resident memory. Does nothing in usual memory. Thread-safe.
  virtual void trim_resident() {}
};

// The memory of the process.
TableMemory* usual_memory();

template <typename T>
using Table = std::pmr::vector<T>;

}  // namespace doppel
