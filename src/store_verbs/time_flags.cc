// Tested by tests/cli/store_freshness.test.
#include "store_verbs/time_flags.h"

#include <array>
#include <charconv>

#include "archive/date.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

// How much of the text is a number; 0: nothing.
size_t read_number(const std::string& text, int64_t& out) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, out);
  return error == std::errc() ? static_cast<size_t>(rest - text.data()) : 0;
}

}  // namespace

Result<int64_t> parse_time(const std::string& flag, const std::string& text) {
  // Smaller numbers are seconds, or a date such as 20260302; larger ones microseconds.
  constexpr int64_t kYear1973 = 100'000'000'000, kYear10000 = 253'402'300'800'000;
  int64_t out = -1;
  if (read_number(text, out) != text.size()) out = archive::parse_rfc3339(text).value_or(-1);
  if (!text.empty() && out >= kYear1973 && out < kYear10000) return out;
  return invalid_argument(flag +
                          " must be a time such as 2026-03-02T08:00:00Z, or milliseconds "
                          "since 1970 (got \"" +
                          text + "\")");
}

Result<int64_t> parse_duration(const std::string& flag, const std::string& text) {
  struct Unit {
    std::string_view name;
    int64_t ms;
  };
  constexpr std::array<Unit, 4> kUnits = {
      {{"d", 86'400'000}, {"h", 3'600'000}, {"min", 60'000}, {"s", 1000}}};
  constexpr int64_t kMost = 1'000'000;
  int64_t number = 0;
  const size_t digits = read_number(text, number);
  for (const Unit& unit : kUnits) {
    if (digits == 0 || number < 1 || number > kMost) break;
    if (text.substr(digits) == unit.name) return number * unit.ms;
  }
  return invalid_argument(flag + " must be a duration such as 90d, 12h, 30min or 45s (got \"" +
                          text + "\")");
}

void add_now_flag(CLI::App& app, std::optional<std::string>& now) {
  app.add_option("--now", now, "the time that ages are counted to (default: this moment)")
      ->type_name("TIME")
      ->group("rules");
}

Result<int64_t> now_of(const std::optional<std::string>& flag) {
  if (!flag) return now_ms();
  return parse_time("--now", *flag);
}

}  // namespace doppel::cli
