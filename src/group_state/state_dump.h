// Everything that a state says about its pages, as plain values.
//
// There are two ways to get it: dump_state() reads a state, and EventReplay applies its events from
// the first one on. Both give the same result, so the events contain everything that the store
// says.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "group_state/answers.h"
#include "group_state/event.h"
#include "group_state/state_view.h"

namespace doppel::group_state {

struct PageDump {
  std::string group;
  PageState state = PageState::kLive;
  uint16_t http_status = 0;              // dead
  std::string end;                       // redirect: where it ends, "" in a circle
  bool permanent = false;                // redirect
  std::map<std::string, Proof> removed;  // live: by market; no entry: kept
  std::set<std::string> flags;

  friend bool operator==(const PageDump&, const PageDump&) = default;
};

struct StateDump {
  std::map<std::string, PageDump> pages;                               // present ones, by key URL
  std::map<std::pair<std::string, std::string>, std::string> winners;  // by group, market
  std::map<std::string, std::string> aliases;

  friend bool operator==(const StateDump&, const StateDump&) = default;
};

// Cost: the whole state.
StateDump dump_state(const StateView& state);

// Applies events one by one, in their order.
class EventReplay {
 public:
  void apply(const Event& event);
  StateDump state() const;

 private:
  void remove_market(const std::string& market);
  void add_market(const std::string& market);

  StateDump dump_;
  std::map<std::string, std::set<std::string>> flags_;  // they outlive their pages
};

// One line for each page, winner and alias, for display and comparison.
std::string to_text(const StateDump& dump);

}  // namespace doppel::group_state
