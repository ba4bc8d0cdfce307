#include "group/market.h"

#include <algorithm>
#include <array>
#include <optional>

namespace doppel::group {
namespace {

constexpr size_t kMostMarkets = 200;

// What may follow the first word of a rule.
enum class Operands : uint8_t { kNone, kField, kValues, kFieldAndValues };

struct RuleWord {
  std::string_view word;
  Operands operands;
};

// By Criterion.
constexpr std::array<RuleWord, 10> kRuleWords = {{{"prefer-domain", Operands::kValues},
                                                  {"prefer-field", Operands::kFieldAndValues},
                                                  {"highest", Operands::kField},
                                                  {"lowest", Operands::kField},
                                                  {"score", Operands::kNone},
                                                  {"canonical", Operands::kNone},
                                                  {"https", Operands::kNone},
                                                  {"static", Operands::kNone},
                                                  {"short-url", Operands::kNone},
                                                  {"first-seen", Operands::kNone}}};

struct Word {
  std::string_view text;
  size_t column;
};

// The words of a line up to its comment, followed by an empty word at the end of the line.
std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> out;
  size_t at = 0;
  line = line.substr(0, line.find('#'));
  while (true) {
    at = std::min(line.find_first_not_of(" \t\r", at), line.size());
    size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    out.push_back({line.substr(at, end - at), at + 1});
    if (at == line.size()) return out;
    at = end;
  }
}

bool is_name(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

struct Fault {
  size_t column;
  std::string what;
};

class LineParser {
 public:
  explicit LineParser(std::vector<Word> words) : words_(std::move(words)) {}

  std::optional<Fault> parse(std::vector<Market>& markets) {
    if (word().empty()) return std::nullopt;
    if (word() != "market") return fault("expected \"market\", found", word());
    advance();
    if (!is_name(word())) return fault("expected the name of a market, found", word());
    if (word() == kNeutral) return fault("this name is reserved:", word());
    auto same = [&](const Market& m) { return m.name == word(); };
    auto market = std::find_if(markets.begin(), markets.end(), same);
    if (market == markets.end()) {
      if (markets.size() == kMostMarkets)
        return fault("too many markets, the first one above the limit is", word());
      market = markets.insert(market, {std::string(word()), {}});
    } else if (market + 1 != markets.end()) {
      return fault("the lines of a market must stand together, and another follows on", word());
    }
    advance();
    if (word().empty()) return std::nullopt;
    return parse_rule(market->rules.emplace_back());
  }

 private:
  std::string_view word() const { return words_[at_].text; }
  void advance() { at_ += !word().empty(); }

  Fault fault(std::string_view what, std::string_view found) const {
    std::string text = found.empty() ? "the end of the line" : "\"" + std::string(found) + "\"";
    return {words_[at_].column, std::string(what) + " " + text};
  }

  std::optional<Fault> parse_rule(MarketRule& rule) {
    auto known = std::find_if(kRuleWords.begin(), kRuleWords.end(),
                              [&](const RuleWord& r) { return r.word == word(); });
    if (known == kRuleWords.end()) return fault("unknown rule", word());
    rule.by = static_cast<Criterion>(known - kRuleWords.begin());
    advance();
    if (known->operands == Operands::kField || known->operands == Operands::kFieldAndValues) {
      if (word().empty()) return fault("expected the name of a field, found", word());
      rule.field = word();
      advance();
    }
    if (known->operands == Operands::kValues || known->operands == Operands::kFieldAndValues) {
      if (word().empty()) return fault("expected a value, found", word());
      for (; !word().empty(); advance()) rule.values.emplace_back(word());
    }
    if (!word().empty()) return fault("expected the end of the line, found", word());
    return std::nullopt;
  }

  std::vector<Word> words_;
  size_t at_ = 0;
};

}  // namespace

Result<std::vector<Market>> parse_markets(std::string_view file) {
  std::vector<Market> out;
  for (size_t line = 1; !file.empty(); ++line) {
    size_t end = std::min(file.find('\n'), file.size());
    if (auto fault = LineParser(words_of(file.substr(0, end))).parse(out)) {
      return invalid_argument("line " + std::to_string(line) + ", column " +
                              std::to_string(fault->column) + ": " + fault->what);
    }
    file.remove_prefix(std::min(end + 1, file.size()));
  }
  return out;
}

std::string to_text(const std::vector<Market>& markets) {
  std::string out;
  for (const Market& market : markets) {
    out += "market " + market.name + "\n";
    for (const MarketRule& rule : market.rules) {
      out += "market " + market.name + " ";
      out += kRuleWords[static_cast<size_t>(rule.by)].word;
      if (!rule.field.empty()) out += " " + rule.field;
      for (const std::string& value : rule.values) out += " " + value;
      out += "\n";
    }
  }
  return out;
}

}  // namespace doppel::group
