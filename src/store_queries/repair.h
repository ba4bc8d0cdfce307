// Groups whose removals do not hold are decided afresh.
//
// In mode paper a removal may be taken on trust and turn out not to hold, and a changed page may
// stay in a group where nothing resembles it. Whoever verifies a removal and fails reports it
// (PageUpdate::Kind::kReport); a round repairs groups with many reports by itself. A repair looks
// for all of them: groups with a report, groups with a certificate that does not hold when it is
// counted again on the stored texts, and large groups that wait for a walk. The texts of these
// groups are decided as if they had just arrived, by full probes in both modes.
//
// The result is a function of the store. In mode sound certificates hold, so there is nothing to
// repair unless rows were damaged. Cost: a verification for each certificate of each market, and a
// probe for each text of a group that is repaired.
#pragma once

#include "doppel/store.h"
#include "living_store/living_store.h"

namespace doppel::store_queries {

// In rounds of a few thousand texts. For the thread that submits.
Result<RepairReport> repair_groups(living_store::LivingStore& store, const ProgressFn& progress);

}  // namespace doppel::store_queries
