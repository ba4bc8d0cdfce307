// A table of a run: a vector with an entry for each page or text, of which there may be millions.
//
// Where tables live is chosen once for a run: in the memory of the process, as everything else, or
// in a file of which only a part is resident (spill/disk_memory.h). A table is made with the memory
// it lives in and stays there; moved to one that lives elsewhere it is copied.
#pragma once

#include <memory_resource>
#include <vector>

namespace doppel {

class TableMemory : public std::pmr::memory_resource {
 public:
  // Called every some hundred steps by loops that run through much of a table or jump about in it:
  // a moment to let go of what is resident. Nothing to do in usual memory. Thread-safe.
  virtual void trim_resident() {}
};

// The memory of the process.
TableMemory* usual_memory();

template <typename T>
using Table = std::pmr::vector<T>;

}  // namespace doppel
