// How old is what is known about a page, and should it be looked at again?
//
// A page that changes often is due often: when it was not seen for as long as it had stayed the
// same when it was last seen, but after a day at the earliest and after four weeks at the latest. A
// page that was seen only once is due after a week, one that has expired never. All of it follows
// from the row and the time of the caller; there is no clock here.
#pragma once

#include <cstdint>

#include "group_state/rows.h"

namespace doppel::group_state {

// Since it was last seen; 0 if that is later than now.
int64_t age_ms(const PageRow& page, int64_t now_ms);
// How long after it was last seen it is due.
int64_t recheck_after_ms(const PageRow& page);
bool is_recheck_due(const PageRow& page, int64_t now_ms);

}  // namespace doppel::group_state
