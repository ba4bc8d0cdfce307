// How ids and URLs are written in the lists of an output folder: whole, or shortened and with a
// hash.
//
// A page that is kept instead of many others is named once for each of them, so an id of a megabyte
// would be written that often. Beyond a limit, a list has only the beginning, up to a whole code
// point, followed by the SHA-256 of all of it. Anyone who has the record can verify it:
//
//   http://example.org/aaaa...sha256:0a1b...        of a URL: of its bytes
//   "[1, \"b\", ...sha256:0a1b..."                  of an id: a string with the beginning of its
//                                                   JSON, the hash of the JSON as written
//
// A shortened value is longer than the limit and any other is not, so the two cannot be confused.
// Cost: none within the limits. Pure functions. Tested by list_values_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace doppel::output {

// Stored: never change.
inline constexpr size_t kLongestListedUrl = 2048;  // bytes
inline constexpr size_t kLongestListedId = 1024;   // bytes of JSON

// Both return their argument, or a shortened form that is written to `room`.
std::string_view listed_url(std::string_view url, std::string& room);
std::string_view listed_id(std::string_view json, std::string& room);

}  // namespace doppel::output
