// The dates of archives: "2026-11-16T02:00:00Z" and finer in WARC, fourteen digits in ARC and CDX.
//
// All are UTC; milliseconds since 1970. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::archive {

// W3C date and time as WARC 1.1 allows it, from "2026" to "2026-11-16T02:00:00.123456789Z"; missing
// parts mean the earliest time. nullopt for anything else.
std::optional<int64_t> parse_warc_date(std::string_view text);
// A time in RFC 3339, with "Z" or an offset: "2026-11-16T03:00:00.5+01:00". nullopt for anything
// else.
std::optional<int64_t> parse_rfc3339(std::string_view text);
// "20261116020000", or a prefix of it of at least four digits; further digits are ignored.
std::optional<int64_t> parse_digit_date(std::string_view text);

// "2026-11-16T02:00:00Z": whole seconds. REQUIRES: years 0 to 9999.
std::string warc_date(int64_t ms);
// "20261116020000".
std::string digit_date(int64_t ms);

}  // namespace doppel::archive
