// CDXJ: the index of an archive for replay tools, one line for each record, sorted.
//
//   org,example)/page 20260102000000 {"url": "http://example.org/page", "mime": "text/html", ...}
//
// The key is the SURT of the URL without its scheme and "www", in lower case; an invalid URL is its
// own key. The timestamp has fourteen digits. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::archive {

struct CdxjEntry {
  std::string key, timestamp;
  std::string url, mime, digest, filename;  // digest without "sha1:"; mime of a revisit:
                                            // "warc/revisit"
  std::string status;                       // "200"; empty without HTTP
  uint64_t offset = 0, length = 0;

  friend bool operator==(const CdxjEntry&, const CdxjEntry&) = default;
};

std::string cdxj_key(std::string_view url);

// The line, its end included. Empty strings are left out.
std::string cdxj_line(const CdxjEntry& entry);

// kCorrupt if it is not a CDXJ line. Unknown keys are ignored; numbers may be strings, as pywb
// writes them.
Result<CdxjEntry> parse_cdxj_line(std::string_view line);

}  // namespace doppel::archive
