#include <charconv>
#include <numeric>
#include <optional>

#include "base/guard.h"
#include "doppel/types.h"

namespace doppel {
namespace {

std::optional<uint32_t> digits(std::string_view text) {
  if (text.empty()) return std::nullopt;
  uint32_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Ratio lowest_terms(uint64_t num, uint64_t den) {
  uint64_t divisor = std::gcd(num, den);
  return {static_cast<uint32_t>(num / divisor), static_cast<uint32_t>(den / divisor)};
}

std::optional<Ratio> parse_fraction(std::string_view num, std::string_view den) {
  auto n = digits(num), d = digits(den);
  if (!n || !d || *d == 0) return std::nullopt;
  return lowest_terms(*n, *d);
}

std::optional<Ratio> parse_decimal(std::string_view whole, std::string_view part) {
  constexpr size_t kMaxDecimals = 9;  // 10^9 fits in 32 bits
  auto w = whole.empty() ? 0 : digits(whole);
  auto p = digits(part);
  if (!w || !p || part.size() > kMaxDecimals) return std::nullopt;
  uint64_t den = 1;
  for (size_t i = 0; i < part.size(); ++i) den *= 10;
  uint64_t num = *w * den + *p;
  Ratio r = lowest_terms(num, den);
  if (uint64_t{r.num} * (den / r.den) != num)
    return std::nullopt;  // the numerator needs more than 32 bits
  return r;
}

std::optional<Ratio> parse_any(std::string_view text) {
  if (size_t slash = text.find('/'); slash != text.npos) {
    return parse_fraction(text.substr(0, slash), text.substr(slash + 1));
  }
  if (size_t point = text.find('.'); point != text.npos) {
    return parse_decimal(text.substr(0, point), text.substr(point + 1));
  }
  return parse_fraction(text, "1");
}

}  // namespace

Result<Ratio> Ratio::parse(std::string_view text) try {
  if (auto ratio = parse_any(text)) return *ratio;
  return invalid_argument("must be a fraction such as 0.8 or 4/5 (got \"" + std::string(text) +
                          "\")");
} catch (...) {
  return status_of_exception();
}

Result<Ratio> Ratio::parse_threshold(std::string_view text) try {
  auto ratio = parse(text);
  if (!ratio) return ratio;
  if (ratio->num == 0 || ratio->num > ratio->den) {
    return invalid_argument("must be above 0 and at most 1 (got \"" + std::string(text) + "\")");
  }
  return ratio;
} catch (...) {
  return status_of_exception();
}

std::string Ratio::to_string() const {
  return den == 1 ? std::to_string(num) : std::to_string(num) + "/" + std::to_string(den);
}

}  // namespace doppel
