// Search results as JSON, in and out; docs/guide/refine.md shows both.
//
//   {"query": "...", "results": [{"rank": 1, "url": "...", "title": "...", "engine": "...",
//     "text" or "html" or "filter": "...", "links": ["...", ...] or "link_filter": "..."}, ...]}
//
// Whatever is wrong with one result harms no other: a field that cannot be used counts as missing,
// an element that is no object is left out, and each such thing is told. null is a missing field;
// unknown keys are passed over; of repeated keys the last counts.
//
// Cost: linear. Thread safety: pure functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "doppel/refine.h"

namespace doppel::cli {

struct ReadRequest {
  RefineRequest request;
  std::vector<std::string> problems;  // "result 3: rank: a string, not a whole number"
};

// kCorrupt when it is not JSON, no object, or has no array "results".
Result<ReadRequest> read_refine_request(std::string json);

// One line: the groups, for Presentation::kMark every result with its anchor, the totals of all.
std::string refined_json(const RefineRequest& request, const Refined& refined,
                         std::span<const RefinedGroup> groups, Presentation presentation);

}  // namespace doppel::cli
