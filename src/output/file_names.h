// The names of the files in an output folder that are not kept records. docs/design/output.md
// describes their format.
#pragma once

namespace doppel::output {

inline constexpr const char* kDuplicatesFile = "duplicates.jsonl";
inline constexpr const char* kGroupsFile = "groups.jsonl";
inline constexpr const char* kRejectedFile = "rejected.jsonl";
inline constexpr const char* kSummaryFile = "summary.json";
inline constexpr const char* kIndexFile = "index.cdxj";  // of archives

}  // namespace doppel::output
