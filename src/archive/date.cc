#include "archive/date.h"

#include <chrono>
#include <utility>

namespace doppel::archive {
namespace {

struct Parts {
  int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0;
};

// Takes exactly `digits` digits off the front.
bool take_number(std::string_view& text, size_t digits, int& out) {
  if (text.size() < digits) return false;
  int value = 0;
  for (char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  out = value;
  return true;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<int64_t> to_ms(const Parts& p) {
  using namespace std::chrono;
  year_month_day date{year(p.year), month(static_cast<unsigned>(p.month)),
                      day(static_cast<unsigned>(p.day))};
  // 60: a leap second.
  if (!date.ok() || p.hour > 23 || p.minute > 59 || p.second > 60) return std::nullopt;
  int64_t days = sys_days(date).time_since_epoch().count();
  return ((days * 24 + p.hour) * 60 + p.minute) * 60'000 + int64_t{p.second} * 1000 + p.ms;
}

// ".123456": the first three digits count.
bool take_fraction(std::string_view& text, int& ms) {
  if (!take(text, '.')) return true;
  size_t digits = 0;
  ms = 0;
  for (int scale = 100; !text.empty() && text[0] >= '0' && text[0] <= '9'; ++digits) {
    ms += (text[0] - '0') * scale;
    scale /= 10;
    text.remove_prefix(1);
  }
  return digits > 0;
}

// "T02:00:00.5"
bool take_time(std::string_view& text, Parts& p) {
  if (!take(text, 'T') || !take_number(text, 2, p.hour)) return false;
  if (!take(text, ':') || !take_number(text, 2, p.minute)) return false;
  return !take(text, ':') || (take_number(text, 2, p.second) && take_fraction(text, p.ms));
}

// "Z", or "+01:00"; in minutes.
bool take_offset(std::string_view& text, int& minutes) {
  minutes = 0;
  if (take(text, 'Z')) return true;
  const bool west = text.starts_with('-');
  int hours = 0;
  if (!west && !text.starts_with('+')) return false;
  text.remove_prefix(1);
  if (!take_number(text, 2, hours) || !take(text, ':') || !take_number(text, 2, minutes)) {
    return false;
  }
  if (hours > 23 || minutes > 59) return false;
  minutes += 60 * hours;
  if (west) minutes = -minutes;
  return true;
}

Parts parts_of(int64_t ms) {
  using namespace std::chrono;
  sys_time<milliseconds> time{milliseconds(ms)};
  sys_days date = floor<days>(time);
  year_month_day d(date);
  hh_mm_ss t(floor<seconds>(time - date));
  return {int(d.year()),
          int(unsigned(d.month())),
          int(unsigned(d.day())),
          int(t.hours().count()),
          int(t.minutes().count()),
          int(t.seconds().count()),
          0};
}

// `pattern` with each of its runs of '0' filled by the next part.
std::string format(std::string_view pattern, int64_t ms) {
  Parts p = parts_of(ms);
  std::string out(pattern);
  size_t at = 0;
  for (auto [value, digits] : {std::pair(p.year, 4),
                               {p.month, 2},
                               {p.day, 2},
                               {p.hour, 2},
                               {p.minute, 2},
                               {p.second, 2}}) {
    at = out.find('0', at) + static_cast<size_t>(digits);
    for (size_t i = at; digits > 0; --digits, value /= 10) {
      out[--i] = static_cast<char>('0' + value % 10);
    }
  }
  return out;
}

}  // namespace

std::optional<int64_t> parse_warc_date(std::string_view text) {
  Parts p;
  if (!take_number(text, 4, p.year)) return std::nullopt;
  if (!text.empty() && (!take(text, '-') || !take_number(text, 2, p.month))) return std::nullopt;
  if (!text.empty() && (!take(text, '-') || !take_number(text, 2, p.day))) return std::nullopt;
  if (!text.empty() && (!take_time(text, p) || !take(text, 'Z'))) return std::nullopt;
  return text.empty() ? to_ms(p) : std::nullopt;
}

std::optional<int64_t> parse_rfc3339(std::string_view text) {
  constexpr size_t kDateBytes = 10, kMinuteMs = 60'000;
  Parts p;
  int offset = 0;
  const auto date = parse_warc_date(text.substr(0, kDateBytes));
  if (!date || text.size() <= kDateBytes) return std::nullopt;
  text.remove_prefix(kDateBytes);
  if (!take_time(text, p) || !take_offset(text, offset) || !text.empty()) return std::nullopt;
  const auto time = to_ms(p);
  if (!time) return std::nullopt;
  return *date + *time - offset * static_cast<int64_t>(kMinuteMs);
}

std::optional<int64_t> parse_digit_date(std::string_view text) {
  Parts p;
  if (!take_number(text, 4, p.year)) return std::nullopt;
  for (int* part : {&p.month, &p.day, &p.hour, &p.minute, &p.second}) {
    if (text.empty()) break;
    if (!take_number(text, 2, *part)) return std::nullopt;
  }
  return to_ms(p);
}

std::string warc_date(int64_t ms) { return format("0000-00-00T00:00:00Z", ms); }
std::string digit_date(int64_t ms) { return format("00000000000000", ms); }

}  // namespace doppel::archive
