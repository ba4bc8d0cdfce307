// How an id and a URL stand in the lists of an output folder: whole, or cut with a hash.
//
// A page that is kept instead of many others is named as often, so an id of a megabyte would be
// written as often. Beyond a limit only the beginning stands in the lists, up to a whole code
// point, and behind it the SHA-256 of all of it, by which whoever holds the record can confirm it:
//
//   http://example.org/aaaa...sha256:0a1b...        of a URL: of its bytes
//   "[1, \"b\", ...sha256:0a1b..."                  of an id: a string with the beginning of its
//                                                   JSON, the hash of the JSON as it stands
//
// What was cut is longer than the limit and what was not is not, so nobody mistakes one for the
// other. Cost: none within the limits. Pure. Tested by list_values_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace doppel::output {

// Stored: never change.
inline constexpr size_t kLongestListedUrl = 2048;  // bytes
inline constexpr size_t kLongestListedId = 1024;   // bytes of JSON

// Either is what it was given, or a cut form, written to `room`.
std::string_view listed_url(std::string_view url, std::string& room);
std::string_view listed_id(std::string_view json, std::string& room);

}  // namespace doppel::output
