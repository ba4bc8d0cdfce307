#include "scenarios/scenario.h"

#include <fstream>
#include <memory>

#include "scenarios/expectations.h"
#include "scenarios/page_lines.h"

namespace doppel::scenarios {
namespace {

class ScenarioRun {
 public:
  ScenarioRun(const Scenario& scenario, const Config& config)
      : scenario_(scenario),
        config_(config),
        pages_(labels_, scenario.path.substr(0, scenario.path.rfind('/'))) {}

  std::vector<std::string> run() {
    predicate_.rules.k = 1;  // texts are sets of words, so that anyone can count
    for (line_ = 0; line_ < scenario_.lines.size() && out_.empty(); ++line_) {
      const std::string& line = scenario_.lines[line_];
      if (line.empty() || line.starts_with('#')) continue;
      step(line);
    }
    end_block();
    if (blocks_ == 0) fail("nothing is expected: no ----");
    return out_;
  }

 private:
  void fail(const std::string& what) {
    if (what.empty()) return;
    out_.push_back(scenario_.path + ":" + std::to_string(line_ + 1) + ": " + what);
  }

  void step(const std::string& line) {
    std::vector<std::string> words = words_of(line);
    if (words.empty()) return;
    if (words[0] == "rules") return fail(set_rules(words));
    if (words[0] == "market") {
      markets_ += line + "\n";
      return;
    }
    if (words[0] == "invalid") return check_invalid(line);
    if (words[0] == "round") return round();
    if (words[0] == "----") {
      end_block();
      ++blocks_;
      block_ = std::make_unique<Expectations>(world(), labels_, config_, waiting_);
      return;
    }
    if (PageLines::is_step(words)) {
      end_block();
      auto happening = pages_.parse(line);
      if (!happening) return fail(happening.error().message());
      waiting_.push_back(*std::move(happening));
      return;
    }
    if (!block_) return fail("unknown step \"" + words[0] + "\"");
    fail(block_->check(line));
  }

  std::string set_rules(const std::vector<std::string>& words) {
    for (size_t i = 1; i + 1 < words.size(); i += 2) {
      const std::string &name = words[i], &value = words[i + 1];
      uint64_t number = static_cast<uint64_t>(number_in(value).value_or(0));
      if (name == "threshold") {
        auto threshold = Ratio::parse_threshold(value);
        if (!threshold) return threshold.error().message();
        predicate_.threshold = *threshold;
      } else if (name == "k") {
        predicate_.rules.k = static_cast<uint32_t>(number);
      } else if (name == "mode") {
        rules_.mode = value == "paper" ? group_state::Mode::kPaper : group_state::Mode::kSound;
      } else if (name == "rewalk-limit") {
        rules_.rewalk_limit = number;
      } else if (name == "repair-limit") {
        rules_.repair_limit = static_cast<uint32_t>(number);
      } else {
        return "unknown rule \"" + name + "\"";
      }
    }
    return "";
  }

  // The world begins with the first round, when all rules are known.
  World& world() {
    if (!world_) {
      auto markets = group::parse_markets(markets_);
      if (markets) rules_.markets = *markets;
      if (!markets) fail(markets.error().message());
      world_ = std::make_unique<World>(predicate_, rules_, config_);
    }
    return *world_;
  }

  void check_invalid(const std::string& line) {
    ++blocks_;
    auto markets = group::parse_markets(markets_);
    std::string found = markets ? "accepted" : markets.error().message();
    if (line != "invalid " + found) fail("the market lines are: " + found);
  }

  void round() {
    end_block();
    Status done = world().round(std::exchange(waiting_, {}));
    if (!done.ok()) fail(done.message());
    for (const std::string& fault : world().faults()) fail(fault);
  }

  void end_block() {
    if (!block_) return;
    for (const std::string& fault : block_->finish()) fail(fault);
    block_.reset();
    world().forget();
  }

  const Scenario& scenario_;
  const Config& config_;
  Labels labels_;
  PageLines pages_;
  Predicate predicate_;
  group_state::Rules rules_;
  std::string markets_;
  std::unique_ptr<World> world_;
  std::vector<Happening> waiting_;
  std::unique_ptr<Expectations> block_;
  size_t line_ = 0, blocks_ = 0;
  std::vector<std::string> out_;
};

}  // namespace

Result<Scenario> read_scenario(const std::string& path) {
  std::ifstream in(path);
  if (!in) return not_found("no scenario " + path);
  Scenario out{path, {}};
  for (std::string line; std::getline(in, line);) out.lines.push_back(line);
  if (out.lines.empty() || !out.lines[0].starts_with("# ")) {
    return invalid_argument(path + ": the first line must say the idea: # ...");
  }
  return out;
}

std::vector<std::string> run(const Scenario& scenario, const Config& config) {
  return ScenarioRun(scenario, config).run();
}

}  // namespace doppel::scenarios
