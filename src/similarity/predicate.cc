#include "doppel/predicate.h"

#include <array>
#include <charconv>
#include <vector>

#include "base/guard.h"

namespace doppel {
namespace {

__extension__ typedef unsigned __int128 uint128;

// 256-bit products, to decide cosines: compares (dot den)^2 with num^2 left^2 right^2.
struct Wide {
  uint128 high, low;
  friend bool operator>=(const Wide& a, const Wide& b) {
    return a.high != b.high ? a.high > b.high : a.low >= b.low;
  }
};

Wide multiply(uint128 a, uint128 b) {
  constexpr uint128 kMask = ~uint64_t{0};
  uint128 al = a & kMask, ah = a >> 64, bl = b & kMask, bh = b >> 64;
  uint128 low = al * bl, m1 = ah * bl, m2 = al * bh;
  uint128 middle = (low >> 64) + (m1 & kMask) + (m2 & kMask);
  return {ah * bh + (m1 >> 64) + (m2 >> 64) + (middle >> 64), middle << 64 | (low & kMask)};
}

bool cosine_at_least(const Comparison& c, Ratio t) {
  uint128 left = uint128{c.dot} * t.den;
  uint128 lengths = uint128{c.left_square} * c.right_square;
  return lengths > 0 && multiply(left, left) >= multiply(lengths, uint128{t.num} * t.num);
}

constexpr std::array<std::string_view, 3> kMeasures = {"jaccard", "containment", "cosine"};
constexpr std::array<std::string_view, 2> kUnits = {"word", "char"};

template <size_t N>
std::optional<size_t> find(const std::array<std::string_view, N>& names, std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return i;
  }
  return std::nullopt;
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> split(std::string_view s, char by) {
  std::vector<std::string_view> out;
  while (true) {
    size_t at = s.find(by);
    out.push_back(trimmed(s.substr(0, at)));
    if (at == s.npos) return out;
    s.remove_prefix(at + 1);
  }
}

Status parse_arguments(std::string_view text, TextRules& rules) {
  auto words = split(text, ',');
  auto unit = find(kUnits, words[0]);
  if (!unit || words.size() < 2) return invalid_argument("expected (word, k) or (char, k)");
  rules.unit = static_cast<Unit>(*unit);
  auto [end, error] = std::from_chars(words[1].data(), words[1].data() + words[1].size(), rules.k);
  if (error != std::errc() || end != words[1].data() + words[1].size() || rules.k < 1 ||
      rules.k > TextRules::kMaxWindow) {
    return invalid_argument("k must be between 1 and 64 (got \"" + std::string(words[1]) + "\")");
  }
  for (size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "padded" && rules.padding == Padding::kNone) {
      rules.padding = Padding::kAlways;
    } else if (words[i] == "masked" && !rules.mask_numbers) {
      rules.mask_numbers = true;
    } else {
      return invalid_argument("unexpected \"" + std::string(words[i]) + "\"");
    }
  }
  return {};
}

}  // namespace

Result<Predicate> Predicate::parse(std::string_view text) try {
  auto fault = [&](const std::string& what) {
    return invalid_argument("predicate \"" + std::string(text) + "\": " + what);
  };
  size_t open = text.find('('), close = text.find(')'), at_least = text.find(">=");
  if (open == text.npos || close == text.npos || at_least == text.npos || close < open ||
      !trimmed(text.substr(close + 1, at_least - close - 1)).empty() || at_least < close) {
    return fault("expected the form jaccard(word,5) >= 4/5");
  }
  Predicate out;
  auto measure = find(kMeasures, trimmed(text.substr(0, open)));
  if (!measure) return fault("the measure must be jaccard, containment or cosine");
  out.measure = static_cast<Measure>(*measure);
  Status arguments = parse_arguments(text.substr(open + 1, close - open - 1), out.rules);
  if (!arguments.ok()) return fault(arguments.message());
  auto threshold = Ratio::parse_threshold(trimmed(text.substr(at_least + 2)));
  if (!threshold) return fault("the threshold " + threshold.error().message());
  out.threshold = *threshold;
  return out;
} catch (...) {
  return status_of_exception();
}

std::string Predicate::to_string() const {
  std::string out(kMeasures[static_cast<size_t>(measure)]);
  out.append("(").append(kUnits[static_cast<size_t>(rules.unit)]);
  out.append(",").append(std::to_string(rules.k));
  if (rules.padding == Padding::kAlways) out.append(",padded");
  if (rules.mask_numbers) out.append(",masked");
  return out.append(") >= ").append(threshold.to_string());
}

bool Predicate::holds(const Comparison& c) const {
  switch (measure) {
    case Measure::kJaccard: return c.similarity.at_least(threshold);
    case Measure::kContainment: {
      uint64_t smaller = std::min(c.left_size(), c.right_size());
      return smaller > 0 &&
             uint64_t{c.similarity.common} * threshold.den >= smaller * threshold.num;
    }
    case Measure::kCosine: return cosine_at_least(c, threshold);
  }
  return false;
}

}  // namespace doppel
