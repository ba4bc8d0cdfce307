// Reads search results from JSON and writes them as JSON; docs/guide/refine.md shows both.
//
//   {"query": "...", "results": [{"rank": 1, "url": "...", "title": "...", "engine": "...",
//     "text" or "html" or "filter": "...", "links": ["...", ...] or "link_filter": "..."}, ...]}
//
// A mistake in one result does not affect the others: a field that cannot be used counts as
// missing, an element that is not an object is skipped, and each such problem is reported. null is
// a missing field, unknown keys are ignored, and of repeated keys the last one counts.
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
  std::vector<std::string> problems;  // "result 3: \"rank\" must be a whole number (got a string)"
};

// kCorrupt when it is not valid JSON, not an object, or has no array "results".
Result<ReadRequest> read_refine_request(std::string json);

// Returns one line with the groups and the totals; for Presentation::kMark also every result with
// its anchor.
std::string refined_json(const RefineRequest& request, const Refined& refined,
                         std::span<const RefinedGroup> groups, Presentation presentation);

}  // namespace doppel::cli
