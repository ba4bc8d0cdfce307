// Which results belong together? Rows are compared in rank order, each with those before it.
//
// connected (Jain et al. 3.2): a result belongs to a group if it is similar to any member; groups
// are the connected components, their anchor is the best rank. strict: a result belongs to the best
// ranked anchor it is similar to, and is an anchor itself if there is none; every member matches
// its anchor, and later results do not change earlier groups.
//
// A result is contained in another that has at least 9/10 of its elements, of which it has at least
// 4, when the other has so much more that it is not contained in turn.
//
// Cost: every two rows are compared once. Thread safety: pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "doppel/refine.h"
#include "refine/filter_table.h"

namespace doppel::refine {

struct Grouping {
  std::vector<size_t> anchor;                       // of each row; an anchor names itself
  std::vector<std::optional<size_t>> contained_in;  // the best row that contains it
};

// Similarity of two rows in millionths, by the rules; links count where both rows have some.
// `links` may be null.
uint32_t similarity(const FilterTable& pages, const FilterTable* links, size_t left, size_t right,
                    const RefineRules& rules);

Grouping group_rows(const FilterTable& pages, const FilterTable* links, const RefineRules& rules);

}  // namespace doppel::refine
