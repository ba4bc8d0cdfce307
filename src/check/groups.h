// Are the groups in order, and do the certificates agree with them?
#pragma once

#include "check/page_index.h"

namespace doppel::checks {

// Groups are numbered 1, 2, ... by their first page in input order. Each page is in one group at
// most; members are in winner order, the winner first and kept; some member is removed; removed and
// kept page of a certificate are in the group it names. Certificates are in input order.
// REQUIRES: all pages were met.
void check_groups(const FolderContents& contents, const PageIndex& pages, Faults& faults);

}  // namespace doppel::checks
