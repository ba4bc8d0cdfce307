// Tracker rules in AdGuard's form: lines of a filter list with $removeparam.
//
//   $removeparam=utm_source                         everywhere, by name
//   ||example.org^$removeparam=/^ref_/              on a host and below it, by expression
//   $removeparam=id,domain=a.org|~b.a.org           on pages of these sites
//   @@||example.org^$removeparam=utm_source         an exception
//
// Only rules for pages count; comments and other lines are ignored.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "url/tracker_index.h"

namespace doppel::url {

struct AdguardRules {
  std::vector<TrackerRule> rules;
  uint64_t skipped = 0;  // $removeparam rules in a form that is not understood
};
AdguardRules parse_adguard(std::string_view text);

}  // namespace doppel::url
