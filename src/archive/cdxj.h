// CDXJ: the index of an archive, one line a record, sorted, as replay tools read it.
//
//   org,example)/page 20260102000000 {"url": "http://example.org/page", "mime": "text/html", ...}
//
// Key: the SURT of the URL without scheme, www, and the case of its letters; a URL that is none is
// its own key. Timestamp: fourteen digits. Pure.
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

// kCorrupt for what is no such line; keys nobody here knows are passed over, numbers may be
// strings, as pywb writes them.
Result<CdxjEntry> parse_cdxj_line(std::string_view line);

}  // namespace doppel::archive
