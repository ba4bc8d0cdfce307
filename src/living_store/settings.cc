// Tested by settings_test.cc and by store_test.cc, which opens stores under other rules.
#include "living_store/settings.h"

#include <charconv>
#include <map>

#include "base/guard.h"
#include "compare/bucket_pairs.h"
#include "doppel/doppel.h"
#include "doppel/url.h"
#include "group/market.h"
#include "sketch/one_permutation_minhash.h"

namespace doppel {

std::string_view name(StoreMode mode) { return mode == StoreMode::kSound ? "sound" : "paper"; }

Result<StoreMode> parse_store_mode(std::string_view text) try {
  for (StoreMode mode : {StoreMode::kSound, StoreMode::kPaper}) {
    if (text == name(mode)) return mode;
  }
  return invalid_argument("unknown mode \"" + std::string(text) + "\": use sound or paper");
} catch (...) {
  return status_of_exception();
}

namespace living_store {
namespace {

constexpr std::string_view kFirstLine = "doppel settings 1";
constexpr std::string_view kFirstLineWithNumbers = "doppel settings 2";
constexpr std::string_view kMarkets = "markets";

constexpr std::string_view kVersionPrefix = "doppel settings ";
constexpr uint32_t kLastVersion = 2;

// Of the first line; 0 if it has none.
uint32_t version_of(std::string_view line) {
  if (!line.starts_with(kVersionPrefix)) return 0;
  line.remove_prefix(kVersionPrefix.size());
  uint32_t out = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), out);
  return error == std::errc() && end == line.data() + line.size() ? out : 0;
}

using Lines = std::map<std::string, std::string, std::less<>>;

// The lines up to the markets, which are all the rest.
Result<Lines> read_lines(std::string_view bytes) {
  const auto take_line = [&] {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    return line;
  };
  const std::string_view first = take_line();
  if (const uint32_t version = version_of(first); version > kLastVersion) {
    return invalid_argument("the settings of the store have version " + std::to_string(version) +
                            ", and this version of doppel knows those up to version " +
                            std::to_string(kLastVersion) + "; use a newer version of doppel");
  }
  if (first != kFirstLine && first != kFirstLineWithNumbers) {
    return corrupt("the settings of the store are damaged, or of another version of doppel");
  }
  Lines out;
  while (!bytes.empty()) {
    const std::string_view line = take_line();
    const size_t space = line.find(' ');
    if (line == kMarkets) {
      out.emplace(kMarkets, bytes);
      break;
    }
    if (space == line.npos) return corrupt("a line of the settings of the store is damaged");
    out.emplace(line.substr(0, space), line.substr(space + 1));
  }
  return out;
}

bool read_number(const Lines& lines, std::string_view name, uint32_t& out) {
  const auto at = lines.find(name);
  if (at == lines.end()) return false;
  const std::string& text = at->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

std::string numbers_text(const std::vector<group::MarketNumber>& numbers) {
  std::string out;
  for (group::MarketNumber number : numbers) {
    out.append(out.empty() ? "" : " ").append(std::to_string(number));
  }
  return out;
}

// Numbers separated by a space.
bool read_numbers(std::string_view text, std::vector<group::MarketNumber>& out) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const auto [next, error] = std::from_chars(at, end, out.emplace_back());
    if (error != std::errc() || (next != end && *next != ' ')) return false;
    at = next == end ? end : next + 1;
  }
  return true;
}

// The numbers of a store whose markets were never changed: 1, 2, ...
void set_first_numbers(size_t markets, Settings& out) {
  out.next_market = static_cast<group::MarketNumber>(markets + 1);
  for (group::MarketNumber i = 1; i < out.next_market; ++i) out.market_numbers.push_back(i);
}

bool has_first_numbers(const Settings& settings) {
  Settings first;
  set_first_numbers(settings.market_numbers.size(), first);
  return settings.market_numbers == first.market_numbers &&
         settings.next_market == first.next_market && settings.unused_markets.empty();
}

Status read_market_numbers(const Lines& lines, bool has_numbers, Settings& out) {
  const auto markets = group::parse_markets(out.markets);
  if (!markets) return corrupt("the markets in the settings of the store are damaged");
  if (!has_numbers) {
    set_first_numbers(markets->size(), out);
    return {};
  }
  const auto numbers = lines.find("market_numbers"), unused = lines.find("unused_markets");
  const bool whole = numbers != lines.end() && unused != lines.end() &&
                     read_number(lines, "next_market", out.next_market) &&
                     read_numbers(numbers->second, out.market_numbers) &&
                     read_numbers(unused->second, out.unused_markets);
  if (whole && out.market_numbers.size() == markets->size()) return {};
  return corrupt("the numbers of markets in the settings of the store are damaged");
}

std::string suffix_list_name() {
  const SuffixListVersion list = suffix_list_version();
  return list.date + " " + list.hash;
}

Status differs(std::string_view what, const std::string& stored, const std::string& asked) {
  return invalid_argument("the store was created with the " + std::string(what) + " \"" + stored +
                          "\" and cannot be opened with \"" + asked +
                          "\": leave the option out, or ingest into a new store");
}

Status other_program(std::string_view what, const std::string& stored, const std::string& own) {
  return invalid_argument("the store was made with " + std::string(what) + " " + stored +
                          ", and this program has " + own +
                          ": export its pages with the program that made it, and ingest them into "
                          "a new store");
}

}  // namespace

std::string Settings::encode() const {
  const bool first = has_first_numbers(*this);
  std::string out(first ? kFirstLine : kFirstLineWithNumbers);
  const auto line = [&](std::string_view name, const std::string& value) {
    out.append("\n").append(name).append(" ").append(value);
  };
  line("predicate", predicate.to_string());
  line("view", std::string(name(view)));
  line("mode", std::string(name(mode)));
  line("bands", std::to_string(banding.bands));
  line("rows", std::to_string(banding.rows));
  line("hot_limit", std::to_string(hot_limit));
  line("text_rules", std::to_string(text_rules));
  line("signature", std::to_string(signature));
  line("url_rules", std::to_string(url_rules));
  line("unicode", unicode);
  line("suffix_list", suffix_list);
  if (!first) {
    line("market_numbers", numbers_text(market_numbers));
    line("next_market", std::to_string(next_market));
    line("unused_markets", numbers_text(unused_markets));
  }
  return out.append("\n").append(kMarkets).append("\n").append(markets);
}

Result<Settings> Settings::decode(std::string_view bytes) {
  auto lines = read_lines(bytes);
  if (!lines) return lines.error();
  Settings out;
  const auto text = [&](std::string_view name) {
    const auto at = lines->find(name);
    return at == lines->end() ? std::string() : at->second;
  };
  auto predicate = Predicate::parse(text("predicate"));
  auto view = parse_view(text("view"));
  auto mode = parse_store_mode(text("mode"));
  const bool numbers = read_number(*lines, "bands", out.banding.bands) &&
                       read_number(*lines, "rows", out.banding.rows) &&
                       read_number(*lines, "hot_limit", out.hot_limit) &&
                       read_number(*lines, "text_rules", out.text_rules) &&
                       read_number(*lines, "signature", out.signature) &&
                       read_number(*lines, "url_rules", out.url_rules);
  if (!predicate || !view || !mode || !numbers) {
    return corrupt("the settings of the store are damaged");
  }
  out.predicate = *predicate;
  out.view = *view;
  out.mode = *mode;
  out.unicode = text("unicode");
  out.suffix_list = text("suffix_list");
  out.markets = text(kMarkets);
  const bool has_numbers = bytes.starts_with(kFirstLineWithNumbers);
  if (Status s = read_market_numbers(*lines, has_numbers, out); !s.ok()) return s;
  return out;
}

Result<Settings> new_settings(const StoreOptions& options) {
  Settings out;
  out.predicate = options.predicate.value_or(Predicate());
  if (out.predicate.measure != Measure::kJaccard) {
    return invalid_argument("a store compares texts by jaccard (got \"" +
                            out.predicate.to_string() + "\")");
  }
  auto banding =
      sketch::solve_banding(out.predicate.threshold, sketch::kBandingRecall, sketch::kSketchSlots);
  if (!banding) return banding.error();
  auto markets = group::parse_markets(options.markets.value_or(""));
  if (!markets) return markets.error();
  out.banding = *banding;
  out.hot_limit = compare::kHotLimit;
  out.view = options.view.value_or(View::kAny);
  out.mode = options.mode.value_or(StoreMode::kSound);
  out.markets = group::to_text(*markets);
  set_first_numbers(markets->size(), out);
  out.text_rules = kTextRulesVersion;
  out.signature = kSignatureVersion;
  out.url_rules = kUrlRulesVersion;
  out.unicode = unicode_version();
  out.suffix_list = suffix_list_name();
  return out;
}

Status check_settings(const Settings& stored, const StoreOptions& options) {
  StoreOptions own = options;
  own.predicate = stored.predicate;
  own.markets = stored.markets;
  auto made = new_settings(own);
  if (!made) return made.error();
  if (stored.text_rules != made->text_rules) {
    return other_program("text rules", std::to_string(stored.text_rules),
                         std::to_string(made->text_rules));
  }
  if (stored.signature != made->signature) {
    return other_program("signature", std::to_string(stored.signature),
                         std::to_string(made->signature));
  }
  if (stored.url_rules != made->url_rules) {
    return other_program("URL rules", std::to_string(stored.url_rules),
                         std::to_string(made->url_rules));
  }
  if (stored.unicode != made->unicode) {
    return other_program("Unicode", stored.unicode, made->unicode);
  }
  if (options.predicate && *options.predicate != stored.predicate) {
    return differs("predicate", stored.predicate.to_string(), options.predicate->to_string());
  }
  if (options.view && *options.view != stored.view) {
    return differs("view", std::string(name(stored.view)), std::string(name(*options.view)));
  }
  if (options.mode && *options.mode != stored.mode) {
    return differs("mode", std::string(name(stored.mode)), std::string(name(*options.mode)));
  }
  if (!options.markets) return {};
  auto markets = group::parse_markets(*options.markets);
  if (!markets) return markets.error();
  const std::string asked = group::to_text(*markets);
  if (asked == stored.markets) return {};
  return invalid_argument(
      "the store has other markets: leave the option out, or change them with doppel markets");
}

group_state::Rules rules_of(const Settings& settings) {
  group_state::Rules out;
  out.mode =
      settings.mode == StoreMode::kSound ? group_state::Mode::kSound : group_state::Mode::kPaper;
  out.markets = group::parse_markets(settings.markets).value_or({});
  out.numbers = settings.market_numbers;
  return out;
}

Result<bool> upgrade_settings(store::Store& rows) {
  auto found = rows.snapshot()->get(kSettingsKey);
  if (!found) return found.error();
  if (!*found) return not_found("the store has no settings, because its creation was interrupted");
  auto settings = Settings::decode(**found);
  if (!settings) return settings.error();
  if (Status s = check_settings(*settings, {}); !s.ok()) return s;
  std::string present = settings->encode();
  if (present == **found) return false;
  store::Batch batch;
  batch.put(std::string(kSettingsKey), std::move(present));
  if (Status s = rows.write(batch); !s.ok()) return s;
  return true;
}

}  // namespace living_store
}  // namespace doppel
