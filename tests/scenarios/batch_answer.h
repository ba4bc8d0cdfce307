// Is what a store keeps what a batch run over its present pages keeps?
#pragma once

#include <string>
#include <vector>

#include "doppel/predicate.h"
#include "scenarios/world.h"

namespace doppel::scenarios {

// Feeds the stored texts of the live pages to a batch run, market by market; a line for each
// difference in who is removed, for whom and why, and in who belongs together. For mode sound and
// an index that finds all pairs.
std::vector<std::string> faults_beside_a_batch(World& world, const Predicate& predicate);

}  // namespace doppel::scenarios
