// How the touches of a round become rows of table v.
//
// The touches are a new run. Earlier runs that are not more than twice as long are merged into it,
// the youngest first:
//
//   runs of   1000  300  100  40     a round touches 30 pages
//   becomes   1000  300  170         if it is about other pages than the last two runs
//
// So every run is more than twice as long as the next, and the longest has each page once.
#pragma once

#include <cstdint>
#include <vector>

#include "group_state/row_view.h"
#include "group_state/touches.h"

namespace doppel::group_state {

// A run is cut into rows of this many touches.
inline constexpr size_t kTouchesPerRow = 16'384;

// `touches` need not be sorted; `run` is greater than the numbers of all runs so far. Errors: those
// of the rows.
void write_touches(std::vector<Touch> touches, uint64_t run, const Touches& so_far, RowView& rows);

}  // namespace doppel::group_state
