// Files of tracker rules, as others publish them: ClearURLs (JSON) and AdGuard (filter lines).
//
//   {"providers": {"example": {"urlPattern": "^https?://example\\.org", "rules": ["ref_?"],
//                              "referralMarketing": ["tag"], "exceptions": ["/login"]}}}
//
// The other contents of such files (redirections, whole sites to block) do not affect canonical
// URLs and are ignored. The program contains no such list, because they have other licences.
#pragma once

#include <string>

#include "doppel/status.h"
#include "url/tracker_index.h"

namespace doppel::url {

struct TrackerFile {
  std::vector<TrackerRule> rules;
  uint64_t skipped = 0;  // in a form that is not understood
};

// Parses a file in either form; one that begins with '{' is JSON. kInvalidArgument if it is
// neither.
Result<TrackerFile> parse_tracker_file(std::string text);

}  // namespace doppel::url
