// A table of a run: a vector with an entry for each page or text, of which there may be millions.
//
// Where tables live is chosen once for a run: in the memory of the process, as everything else, or
// in a file of which only a part is resident (spill/disk_memory.h). A table is made with the memory
// it lives in and stays there; moved to one that lives elsewhere it is copied.
#pragma once

#include <memory_resource>
#include <vector>

namespace doppel {

using TableMemory = std::pmr::memory_resource;

// The memory of the process.
inline TableMemory* usual_memory() { return std::pmr::new_delete_resource(); }

template <typename T>
using Table = std::pmr::vector<T>;

}  // namespace doppel
