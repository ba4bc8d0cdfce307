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

namespace doppel::support {

using group_state::Answers, group_state::ChainEnd, group_state::Event, group_state::EventKind,
    group_state::GroupNumber, group_state::PageRow, group_state::PageState, group_state::Proof,
    group_state::StateView;

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

inline PageDump page_dump(const StateView& state, Answers& answers, const std::string& key,
                          const PageRow& row) {
  PageDump out;
  out.group = answers.group_name(key, row);
  out.state = row.state;
  out.http_status = row.http_status;
  out.flags = row.flags;
  if (row.redirects()) {
    const ChainEnd& end = answers.end(key);
    if (!end.circle) out.end = end.page;
    out.permanent = row.permanent;
  }
  for (size_t m = 0; row.live() && m < state.markets(); ++m) {
    auto market = static_cast<group::MarketId>(m);
    if (auto found = answers.removal_proof(market, key, row)) {
      out.removed.emplace(state.market_name(market), *found);
    }
  }
  return out;
}

inline void add_line(std::string& out, std::initializer_list<std::string_view> words) {
  for (std::string_view word : words) {
    if (!out.empty() && out.back() != '\n') out += ' ';
    out += word;
  }
}

// Reads the whole state.
inline StateDump dump_state(const StateView& state) {
  StateDump out;
  Answers answers(state);
  for (const std::string& key : state.present_pages()) {
    PageRow row = state.page(key);
    out.pages.emplace(key, page_dump(state, answers, key, row));
    if (!row.live()) continue;
    GroupNumber group = state.group(row.text);
    for (size_t m = 0; m < state.markets(); ++m) {
      auto market = static_cast<group::MarketId>(m);
      out.winners[{out.pages[key].group, std::string(state.market_name(market))}] =
          answers.winner(market, group);
    }
  }
  for (const auto& [name, into] : state.aliases()) out.aliases[name] = into;
  return out;
}

inline void EventReplay::apply(const Event& event) {
  auto page = [&]() -> PageDump& { return dump_.pages[event.page]; };
  switch (event.kind) {
    case EventKind::kLeft: dump_.pages.erase(event.page); return;
    case EventKind::kMerged:
      for (auto& [key, other] : dump_.pages) {
        if (other.group == event.group) other.group = event.other;
      }
      dump_.aliases[event.group] = event.other;
      dump_.aliases.erase(event.other);
      return;
    case EventKind::kSplit: return;
    case EventKind::kJoined: page().group = event.group; return;
    case EventKind::kDied:
      page().state = PageState::kDead;
      page().http_status = event.http_status;
      return;
    case EventKind::kRedirected:
      page().state = PageState::kRedirect;
      page().end = event.other;
      page().permanent = event.permanent;
      return;
    case EventKind::kRestored: page().removed.erase(event.market); return;
    case EventKind::kRemoved:
      page().removed.insert_or_assign(
          event.market, Proof{event.other, event.level, event.similarity, event.view});
      return;
    case EventKind::kWinnerChanged: dump_.winners[{event.group, event.market}] = event.page; return;
    case EventKind::kFlagged: flags_[event.page].insert(event.other); return;
    case EventKind::kMarketRemoved: remove_market(event.market); return;
    case EventKind::kMarketAdded: add_market(event.market); return;
  }
}

inline void EventReplay::remove_market(const std::string& market) {
  for (auto& [key, page] : dump_.pages) page.removed.erase(market);
  std::erase_if(dump_.winners, [&](const auto& winner) { return winner.first.second == market; });
}

inline void EventReplay::add_market(const std::string& market) {
  const std::string neutral(group::kNeutral);
  for (auto& [key, page] : dump_.pages) {
    auto found = page.removed.find(neutral);
    if (found != page.removed.end()) page.removed.emplace(market, found->second);
  }
  const auto winners = dump_.winners;
  for (const auto& [at, page] : winners) {
    if (at.second == neutral) dump_.winners[{at.first, market}] = page;
  }
}

inline StateDump EventReplay::state() const {
  StateDump out = dump_;
  std::set<std::string> groups;
  for (auto& [key, page] : out.pages) {
    if (page.state == PageState::kLive) groups.insert(page.group);
    auto found = flags_.find(key);
    if (found != flags_.end()) page.flags = found->second;
  }
  std::erase_if(out.winners, [&](const auto& w) { return !groups.contains(w.first.first); });
  std::erase_if(out.aliases, [&](const auto& alias) { return groups.contains(alias.first); });
  return out;
}

// One line for each page, winner and alias, for display and comparison.
inline std::string to_text(const StateDump& dump) {
  std::string out;
  for (const auto& [key, page] : dump.pages) {
    add_line(out, {"page", key, "group", page.group});
    if (page.state == PageState::kDead) add_line(out, {"dead", std::to_string(page.http_status)});
    if (page.state == PageState::kRedirect) {
      add_line(out, {page.permanent ? "permanent" : "temporary", "redirect to",
                     page.end.empty() ? "itself" : page.end});
    }
    for (const auto& [market, why] : page.removed) {
      std::string proof =
          std::to_string(why.similarity.common) + "/" + std::to_string(why.similarity.in_union());
      add_line(out, {"removed in", market, "for", why.kept, name(why.level), proof});
      if (why.view == View::kFull) add_line(out, {"by full text"});
    }
    for (const std::string& flag : page.flags) add_line(out, {"flag", flag});
    out += '\n';
  }
  for (const auto& [at, page] : dump.winners) {
    add_line(out, {"winner", at.first, at.second, page});
    out += '\n';
  }
  for (const auto& [name, into] : dump.aliases) {
    add_line(out, {"alias", name, into});
    out += '\n';
  }
  return out;
}

}  // namespace doppel::support
