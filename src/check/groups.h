// Are the groups correct, and do the certificates agree with them?
#pragma once

#include "check/page_index.h"

namespace doppel::checks {

// Groups are numbered 1, 2, ... by their first page in input order. Each page is in at most one
// group. Members are in winner order; the first is the winner and is kept; at least one member is
// removed. The removed and the kept page of a certificate are in the group that it names.
// Certificates are in input order. REQUIRES: all pages were added to the index.
void check_groups(const FolderContents& contents, const PageIndex& pages, Faults& faults);

}  // namespace doppel::checks
