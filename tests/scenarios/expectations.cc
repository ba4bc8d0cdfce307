#include "scenarios/expectations.h"

#include <algorithm>

#include "group_state/page_status.h"

namespace doppel::scenarios {
namespace {

using group_state::EventKind;
using group_state::PageState;
using group_state::PageStatus;

std::string near_text(const Similarity& s) {
  return std::to_string(s.common) + "/" + std::to_string(s.in_union());
}

std::string proof_text(const group_state::Proof& why) {
  std::string out(name(why.level));
  if (why.level == Level::kNear) out += " " + near_text(why.similarity);
  if (why.view == View::kFull) out += " by full";
  return out;
}

}  // namespace

Expectations::Expectations(World& world, Labels& labels, const Config& config,
                           std::span<const Happening> waiting)
    : world_(world),
      labels_(labels),
      config_(config),
      waiting_(waiting),
      dump_(support::dump_state(world.view())) {}

const support::PageDump* Expectations::page(const std::string& label) {
  named_.insert(label);
  auto found = dump_.pages.find(labels_.url(label));
  return found == dump_.pages.end() ? nullptr : &found->second;
}

std::set<std::string> Expectations::live_members(const std::string& group) const {
  std::set<std::string> out;
  for (const auto& [key, page] : dump_.pages) {
    if (page.group == group && page.state == PageState::kLive) out.insert(labels_.label(key));
  }
  return out;
}

std::string Expectations::check(const std::string& line) {
  std::vector<std::string> words = words_of(line);
  const std::string& what = words[0];
  if (what == "events") return check_events(line);
  if (what == "status") return check_status(line);
  if (what == "counters") return check_counters(words);
  if (words.size() < 2) return "which page?";
  if (what == "group" || what == "single") return check_group(words);
  if (what == "removed") return check_removed(words);
  if (what == "redirected") return check_redirected(words);
  if (what == "rejected") return check_rejected(words);
  if (what == "alias") return check_alias(words);
  const support::PageDump* found = page(words[1]);
  if (what == "absent") return found ? words[1] + " is there" : "";
  if (!found) return words[1] + " is not there";
  if (what == "dead") return found->state == PageState::kDead ? "" : words[1] + " is not dead";
  if (what == "flagged") {
    return found->flags.contains(words.at(2)) ? "" : words[1] + " has no flag " + words[2];
  }
  return "unknown word \"" + what + "\"";
}

// group a b winner a market uk winner b; single c
std::string Expectations::check_group(const std::vector<std::string>& words) {
  std::set<std::string> members;
  size_t i = 1;
  for (; i < words.size() && words[i] != "winner" && words[i] != "market"; ++i) {
    members.insert(words[i]);
  }
  if ((words[0] == "single") != (members.size() == 1)) return "a group has several members";
  const support::PageDump* first = nullptr;
  for (const std::string& label : members) {
    first = page(label);
    if (!first || first->state != PageState::kLive) return label + " is not a live page";
  }
  if (live_members(first->group) != members) {
    std::string out = "the group is";
    for (const std::string& label : live_members(first->group)) out += " " + label;
    return out;
  }
  std::string market = "neutral";
  for (; i + 1 < words.size(); i += 2) {
    if (words[i] == "market") {
      market = words[i + 1];
      markets_.insert(market);
    } else if (words[i] == "winner") {
      std::string winner = labels_.label(dump_.winners[{first->group, market}]);
      if (winner != words[i + 1]) return "the winner in " + market + " is " + winner;
    } else {
      return "unknown word \"" + words[i] + "\"";
    }
  }
  return i == words.size() ? "" : "unknown word \"" + words[i] + "\"";
}

// removed b for a near 9/11 [by full] [in uk]
std::string Expectations::check_removed(const std::vector<std::string>& words) {
  std::vector<std::string> rest = words;
  std::string market = "neutral";
  if (rest.size() > 6 && rest[rest.size() - 2] == "in") {
    market = rest.back();
    rest.resize(rest.size() - 2);
  }
  markets_.insert(market);
  if (rest.size() < 5 || rest[2] != "for") return "removed b for a near 9/11";
  removed_.emplace(market, rest[1]);
  const support::PageDump* found = page(rest[1]);
  if (!found) return rest[1] + " is not there";
  auto why = found->removed.find(market);
  if (why == found->removed.end()) return rest[1] + " is not removed in " + market;
  std::string expected = rest[4];
  for (size_t i = 5; i < rest.size(); ++i) expected += " " + rest[i];
  std::string kept = labels_.label(why->second.kept), proof = proof_text(why->second);
  if (kept == rest[3] && proof == expected) return "";
  return rest[1] + " is removed for " + kept + " " + proof;
}

// redirected e -> a | circle | address that is not there
std::string Expectations::check_redirected(const std::vector<std::string>& words) {
  if (words.size() < 4 || words[2] != "->") return "redirected e -> a";
  const support::PageDump* found = page(words[1]);
  if (!found || found->state != PageState::kRedirect) return words[1] + " is not a redirect";
  std::string end = found->end.empty() ? "circle" : labels_.label(found->end);
  if (end != words[3]) return words[1] + " ends at " + end;
  if (words.size() > 4 && found->permanent != (words[4] == "permanent")) {
    return words[1] + " is a redirect of the other kind";
  }
  auto target = dump_.pages.find(found->end);
  if (target != dump_.pages.end() && target->second.group != found->group) {
    return words[1] + " is not in the group of " + end;
  }
  return "";
}

std::string Expectations::check_rejected(const std::vector<std::string>& words) {
  if (words.size() < 3) return "rejected f older_version";
  rejected_.emplace(words[1], words[2]);
  return "";
}

// Ids of texts depend on the order of arrival, so a text is named after its first page by URL.
std::string Expectations::group_label(const std::string& group) const {
  if (auto text = group_state::text_of_name(group)) {
    return "text:" + labels_.label(world_.first_page_with(*text));
  }
  return labels_.label(group.substr(0, group.rfind('@')));
}

std::string Expectations::event_text(const group_state::Event& event) const {
  std::string out(name(event.kind));
  if (event.kind == EventKind::kMerged || event.kind == EventKind::kSplit) {
    return out + " " + group_label(event.group) + " " + group_label(event.other);
  }
  out += " " + labels_.label(event.page);
  if (!event.market.empty() && event.market != "neutral") out += " in " + event.market;
  return out;
}

// Ids of texts stand in names, and names order the events of a round, so in a shuffled round events
// may come in another order too.
std::string Expectations::check_events(const std::string& line) {
  std::string rest = line.substr(line.find("events") + 6);
  rest.erase(0, rest.find_first_not_of(' '));
  if (rest == "..." || !config_.same_rounds()) return "";
  std::vector<std::string> expected, found;
  if (rest == "none") rest.clear();
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(", "), rest.size());
    expected.push_back(rest.substr(0, end));
    rest.erase(0, end + 2);
  }
  for (const group_state::Event& event : world_.events()) found.push_back(event_text(event));
  std::string told;
  for (const std::string& event : found) told += (told.empty() ? "" : ", ") + event;
  if (config_.shuffle) {
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
  }
  return found == expected ? "" : "the events are: " + told;
}

std::string Expectations::check_counters(const std::vector<std::string>& words) {
  if (!config_.same_rounds()) return "";
  const rounds::Counters& c = world_.counters();
  const std::map<std::string, uint64_t> values = {{"probes", c.probes},
                                                  {"probes_saved", c.probes_saved},
                                                  {"verifications", c.verifications},
                                                  {"verifications_failed", c.verifications_failed},
                                                  {"repairs", c.repairs},
                                                  {"rewalks", c.rewalks},
                                                  {"rewalks_saved", c.rewalks_saved},
                                                  {"stale_groups", c.stale_groups},
                                                  {"superseded", c.superseded}};
  for (size_t i = 1; i + 1 < words.size(); i += 2) {
    auto value = values.find(words[i]);
    if (value == values.end()) return "no counter " + words[i];
    if (std::to_string(value->second) != words[i + 1]) {
      return words[i] + " is " + std::to_string(value->second);
    }
  }
  return "";
}

// alias c -> a, alias text:c -> a
std::string Expectations::check_alias(const std::vector<std::string>& words) {
  if (words.size() < 4) return "alias c -> a";
  group_state::StateView state = world_.view();
  for (const auto& [name, into] : dump_.aliases) {
    if (group_label(name) != words[1]) continue;
    const support::PageDump* target = page(words[3]);
    if (target && state.group_name(state.resolve(name)) == target->group) return "";
  }
  return "no name " + words[1] + " became that of the group of " + words[3];
}

// status b [at 20] [market uk] [waiting] is ...
std::string Expectations::check_status(const std::string& line) {
  size_t is = line.find(" is ");
  std::vector<std::string> words = words_of(line.substr(0, is));
  if (is == line.npos || words.size() < 2) return "status b is kept, age 0";
  std::string key = labels_.url(words[1]), market = "neutral";
  group_state::StatusQuery query{.key = key};
  std::vector<group_state::PageEvent> waiting;
  for (size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "waiting") {
      for (const Happening& happening : waiting_) waiting.push_back(happening.event);
    } else if (words[i] == "at" && i + 1 < words.size()) {
      query.now_ms = number_in(words[++i]).value_or(0);
    } else if (words[i] == "market" && i + 1 < words.size()) {
      market = words[++i];
    } else {
      return "unknown word \"" + words[i] + "\"";
    }
  }
  query.market = market;
  query.waiting = waiting;
  const group_state::GroupReader reader = world_.state().reader();
  auto found =
      group_state::page_status(reader, query, *reader.neighbours()->view(), world_.rules());
  std::string text;
  if (!found) {
    text = found.error().message();
  } else {
    switch (found->verdict) {
      case PageStatus::Verdict::kUnknown: text = "unknown"; break;
      case PageStatus::Verdict::kKept: text = "kept"; break;
      case PageStatus::Verdict::kRemoved:
        text = "removed for " + labels_.label(found->proof->kept) + " " + proof_text(*found->proof);
        break;
      case PageStatus::Verdict::kRedirect:
        text = found->permanent ? "permanent redirect" : "temporary redirect";
        for (const std::string& step : found->chain.steps)
          text += " " + labels_.label(step) + " ->";
        text += " " + (found->chain.end.circle ? "circle" : labels_.label(found->chain.end.page));
        break;
      case PageStatus::Verdict::kDead:
        text =
            found->http_status == 0 ? "dead expired" : "dead " + std::to_string(found->http_status);
        break;
    }
    if (found->verification_failed) text += ", not verified";
    if (found->verdict != PageStatus::Verdict::kUnknown) {
      text += ", age " + std::to_string(found->age_ms);
    }
    if (found->recheck_due) text += ", recheck due";
    if (found->pending) text += ", pending";
    for (const std::string& flag : found->flags) text += ", " + flag;
  }
  return text == line.substr(is + 4) ? "" : "the status is: " + text;
}

std::vector<std::string> Expectations::finish() {
  std::vector<std::string> out;
  for (const auto& [key, page] : dump_.pages) {
    std::string label = labels_.label(key);
    if (!named_.contains(label)) out.push_back(label + " is not named");
    for (const auto& [market, why] : page.removed) {
      if (!markets_.contains(market) || removed_.contains({market, label})) continue;
      out.push_back(label + " is removed in " + market + " for " + labels_.label(why.kept) + " " +
                    proof_text(why));
    }
  }
  std::multiset<std::pair<std::string, std::string>> rejected;
  for (const auto& [key, reason] : world_.rejected()) {
    rejected.emplace(labels_.label(key), name(reason));
  }
  if (config_.same_rounds() && rejected != rejected_) {
    std::string text = "the rejections are:";
    for (const auto& [label, reason] : rejected) text += " " + label + " " + reason;
    out.push_back(text);
  }
  return out;
}

}  // namespace doppel::scenarios
