// Markets: named winner orders over the same groups, read from a small declarative file.
//
//   # one rule to a line; a market's rules apply in the order of its lines
//   market uk  prefer-domain .uk
//   market uk  prefer-field lang en
//   market archive  first-seen
//
//   file = { [ line ] [ "#" anything ] "\n" }
//   line = "market" name [ rule ]
//   rule = "prefer-domain" suffix { suffix }      a host with this ending comes first
//        | "prefer-field" field value { value }   a page whose field has one of the values
//        | "highest" field | "lowest" field       by a field's number; pages without come last
//        | "score" | "canonical" | "https" | "static" | "short-url" | "first-seen"
//
// Words are separated by spaces and tabs. A name is letters, digits, '-' and '_'; "neutral" is
// taken: it is the order without a market (winner_rules.h), which also decides where a market's
// rules tie. The lines of a market stand together: a name that comes back after another is an
// error, because two people may have chosen it for two markets. Errors: kInvalidArgument with line
// and column, counted in bytes from 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel::group {

enum class Criterion : uint8_t {
  kPreferDomain,
  kPreferField,
  kHighest,
  kLowest,
  kScore,
  kCanonical,
  kHttps,
  kStatic,
  kShortUrl,
  kFirstSeen,
  kLongest,  // only in batch runs: it has no line in the file and no rank in a store
};

struct MarketRule {
  Criterion by = Criterion::kScore;
  std::string field = {};                // prefer-field, highest, lowest
  std::vector<std::string> values = {};  // prefer-domain: suffixes; prefer-field: values

  friend bool operator==(const MarketRule&, const MarketRule&) = default;
};

struct Market {
  std::string name;
  std::vector<MarketRule> rules;

  friend bool operator==(const Market&, const Market&) = default;
};

// The order without a market. It is market 0 wherever markets are numbered; those of the file are
// 1, 2, ...
inline constexpr std::string_view kNeutral = "neutral";
using MarketId = uint16_t;

// Under which number a store keeps the rows of a market: 0 for the neutral one. A market whose
// rules change gets another number, and a number is never used again.
using MarketNumber = uint32_t;

// Markets in the order of their first line.
Result<std::vector<Market>> parse_markets(std::string_view file);
// The file that parse_markets() reads as these markets, in canonical form.
std::string to_text(const std::vector<Market>& markets);

}  // namespace doppel::group
