// What resembles what? Every two texts whose sizes allow a pair are compared: no index, no sketch,
// recall 1.
//
// It is the answer against which every faster way is checked. Cost: quadratic in the texts of
// similar size, 100 to 500 ns a comparison. The result does not depend on the number of threads.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "record/pair.h"
#include "similarity/sets.h"

namespace doppel::compare {

// All pairs of sets with Jaccard >= threshold, in order of (left, right). Set i is the text with id
// i. `advance` is told of texts done now and then, by the calling thread; an error from it ends the
// scan.
Result<std::vector<Pair>> scan(std::span<const similarity::Set> sets, Ratio threshold,
                               ThreadPool& pool, const std::function<Status(uint64_t)>& advance);

}  // namespace doppel::compare
