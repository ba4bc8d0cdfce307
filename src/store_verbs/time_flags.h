// Times and durations on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "doppel/status.h"

namespace doppel::cli {

// Both in milliseconds. A time is RFC 3339 or an integer: milliseconds since 1970, in the years
// 1973 to 9999. A duration is a whole number of days, hours, minutes or seconds: 90d, 12h, 30min,
// 45s.
Result<int64_t> parse_time(const std::string& flag, const std::string& text);
Result<int64_t> parse_duration(const std::string& flag, const std::string& text);

// The flag --now of verbs that only print ages; without it, the machine's clock is asked.
void add_now_flag(CLI::App& app, std::optional<std::string>& now);
Result<int64_t> now_of(const std::optional<std::string>& flag);

}  // namespace doppel::cli
