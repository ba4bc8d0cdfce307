#include "group_state/rank.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/ascii.h"
#include "base/decimal.h"
#include "group/winner_rules.h"
#include "group_state/mutants.h"

namespace doppel::group_state {
namespace {

using group::Criterion;
using group::kNeutralOrder;
using group::MarketRule;
using group::WinnerFacts;
using group::WinnerRule;

bool ends_with_suffix(std::string_view host, std::string_view suffix) {
  if (suffix.starts_with('.')) return host.ends_with(suffix);
  return host.ends_with(suffix) &&
         (host.size() == suffix.size() || host[host.size() - suffix.size() - 1] == '.');
}

// A finite number, or nothing.
std::optional<double> number_in(const Fields& fields, const std::string& field) {
  auto found = fields.find(field);
  if (found == fields.end()) return std::nullopt;
  std::optional<double> value = parse_decimal(found->second);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// Bytes that order as the doubles do: the sign bit flipped, negative numbers inverted.
uint64_t ordered_bits(double value) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  uint64_t bits = std::bit_cast<uint64_t>(value + 0.0);  // -0 becomes 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

class RankWriter {
 public:
  RankWriter(const WinnerFacts& facts, const PageRow& page) : facts_(facts), page_(page) {}

  void add(const MarketRule& rule) {
    switch (rule.by) {
      case Criterion::kPreferDomain: return first_if(prefers_domain(rule));
      case Criterion::kPreferField: return first_if(prefers_field(rule));
      case Criterion::kHighest: return add_number(number_in(page_.fields, rule.field), true);
      case Criterion::kLowest: return add_number(number_in(page_.fields, rule.field), false);
      default: break;
    }
    for (const WinnerRule& known : kNeutralOrder) {
      if (known.by == rule.by) add(known);
    }
  }

  void add(const WinnerRule& rule) {
    if (mutant(Mutant::kScoreWithoutBuckets) && rule.by == Criterion::kScore) {
      return add_number(page_.score, true);
    }
    rank_.number(group::rule_value(rule.by, facts_), (rule.bits + 7) / 8);
  }

  std::string finish(std::string_view key) {
    rank_.column(facts_.url).last(key);
    return rank_.bytes().substr(1);
  }

 private:
  void first_if(bool preferred) { rank_.number(preferred ? 0 : 1, 1); }

  void add_number(std::optional<double> value, bool highest_first) {
    first_if(value.has_value());
    uint64_t bits = ordered_bits(value.value_or(0));
    rank_.number(highest_first ? ~bits : bits, 8);
  }

  bool prefers_domain(const MarketRule& rule) const {
    std::string host = host_of(facts_.url);
    return std::any_of(rule.values.begin(), rule.values.end(), [&](const std::string& suffix) {
      return ends_with_suffix(host, ascii_lower(suffix));
    });
  }

  bool prefers_field(const MarketRule& rule) const {
    auto found = page_.fields.find(rule.field);
    return found != page_.fields.end() &&
           std::find(rule.values.begin(), rule.values.end(), found->second) != rule.values.end();
  }

  const WinnerFacts& facts_;
  const PageRow& page_;
  Key rank_{'\0'};
};

}  // namespace

std::string rank_of(std::string_view key, const PageRow& page, bool named,
                    const std::vector<MarketRule>& market) {
  const WinnerFacts facts{.url = page.url.empty() ? key : page.url,
                          .first_seen_ms = page.first_seen,
                          .score_bucket = group::score_bucket(page.score),
                          .named = named};
  RankWriter rank(facts, page);
  if (mutant(Mutant::kWinnerByArrival)) rank.add(kNeutralOrder.back());
  for (const MarketRule& rule : market) rank.add(rule);
  for (const WinnerRule& rule : kNeutralOrder) rank.add(rule);
  return rank.finish(key);
}

std::string host_of(std::string_view url) {
  size_t scheme = url.find("://");
  if (scheme == url.npos) return "";
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (size_t user = url.rfind('@'); user != url.npos) url.remove_prefix(user + 1);
  if (size_t port = url.rfind(':'); port != url.npos && url.find(']', port) == url.npos) {
    url = url.substr(0, port);
  }
  return ascii_lower(url);
}

}  // namespace doppel::group_state
