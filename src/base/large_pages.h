// Memory of large pages, for what grows by megabytes and is touched from front to end: the first
// touch costs a tenth of what small pages cost.
//
// Allocations of whole large pages (2 MiB) begin at one, and the system is asked to make them so;
// where it does not, they are ordinary. All others are as usual. Thread-safe.
#pragma once

#include <cstddef>

#include "base/table.h"

namespace doppel {

inline constexpr size_t kLargePageBytes = size_t{2} << 20;

TableMemory* large_page_memory();

}  // namespace doppel
