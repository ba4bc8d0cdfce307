// What must hold after a `----`: lines held against a world.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "scenarios/page_lines.h"
#include "scenarios/world.h"

namespace doppel::scenarios {

class Expectations {
 public:
  Expectations(World& world, Labels& labels, const Config& config,
               std::span<const Happening> waiting);

  // One line. Returns what is wrong, or nothing.
  std::string check(const std::string& line);
  // After the last line: what was not named.
  std::vector<std::string> finish();

 private:
  std::string check_group(const std::vector<std::string>& words);
  std::string check_removed(const std::vector<std::string>& words);
  std::string check_redirected(const std::vector<std::string>& words);
  std::string check_rejected(const std::vector<std::string>& words);
  std::string check_events(const std::string& line);
  std::string check_counters(const std::vector<std::string>& words);
  std::string group_label(const std::string& group) const;
  std::string check_alias(const std::vector<std::string>& words);
  std::string check_status(const std::string& line);
  std::string event_text(const group_state::Event& event) const;
  std::set<std::string> live_members(const std::string& group) const;
  const support::PageDump* page(const std::string& label);

  World& world_;
  Labels& labels_;
  const Config& config_;
  std::span<const Happening> waiting_;
  support::StateDump dump_;
  std::set<std::string> named_;                            // labels
  std::set<std::string> markets_ = {"neutral"};            // mentioned
  std::set<std::pair<std::string, std::string>> removed_;  // market, label
  std::multiset<std::pair<std::string, std::string>> rejected_;
};

}  // namespace doppel::scenarios
