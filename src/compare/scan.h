// `scan`: compares every two texts whose sizes allow a pair, without index or sketch. Recall is 1.
//
// Every faster way to find pairs is checked against this one. Cost: quadratic in the number of
// texts of similar size, 100 to 500 ns for each comparison. The result does not depend on the
// number of threads.
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

// All pairs of sets with Jaccard >= threshold, in order of (left, right). Set i belongs to the text
// with id i. `advance` is called now and then, on the calling thread, with the number of texts done
// since the last call; if it returns an error, the scan ends with that error.
Result<std::vector<Pair>> scan(std::span<const similarity::Set> sets, Ratio threshold,
                               ThreadPool& pool, const std::function<Status(uint64_t)>& advance);

}  // namespace doppel::compare
