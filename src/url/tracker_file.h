// Files of tracker rules, as others publish them: ClearURLs (JSON) and AdGuard (filter lines).
//
//   {"providers": {"example": {"urlPattern": "^https?://example\\.org", "rules": ["ref_?"],
//                              "referralMarketing": ["tag"], "exceptions": ["/login"]}}}
//
// What such a file says besides parameters (redirections, whole sites to block) is not about
// identity and is passed over. Lists stay on the user's disk: they are other people's work under
// other licences.
#pragma once

#include <string>

#include "doppel/status.h"
#include "url/tracker_index.h"

namespace doppel::url {

struct TrackerFile {
  std::vector<TrackerRule> rules;
  uint64_t skipped = 0;  // in a form that is not understood
};

// The text of a file in either form; a '{' tells them apart. kInvalidArgument for text that is
// neither.
Result<TrackerFile> parse_tracker_file(std::string text);

}  // namespace doppel::url
