// A number that from_chars() calls out of range is either larger than the largest double or nearer
// to 0 than to the smallest one. The power of ten of its first digit that is not 0 tells which,
// because it is far from 0 in both cases.
//
//   0.00...01   first digit 400 places after the point, no exponent:   10^-400
//   1e-400      first digit before the point, exponent -400:           10^-400
//   123e400     two digits between the first and the point:            10^402
//
// Tested by decimal_test.cc.
#include "base/decimal.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace doppel {
namespace {

int64_t exponent_of(std::string_view text) {
  const size_t e = text.find_first_of("eE");
  if (e == text.npos) return 0;
  std::string_view digits = text.substr(e + 1);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  constexpr int64_t kMost = int64_t{1} << 48;  // far beyond what digits of a text can make up for
  int64_t out = 0;
  for (char c : digits) out = std::min(kMost, 10 * out + (c - '0'));
  return negative ? -out : out;
}

// REQUIRES: the text is a number.
bool is_small(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  const auto point = static_cast<int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const size_t first = mantissa.find_first_of("123456789");
  if (first == mantissa.npos) return true;
  return point - static_cast<int64_t>(first) + exponent_of(text) <= 0;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (text.find_first_not_of("0123456789+-.eE") != text.npos) return std::nullopt;  // "inf", "nan"
  if (error == std::errc::result_out_of_range) {
    return is_small(text) ? 0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

}  // namespace doppel
