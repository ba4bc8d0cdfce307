// Rules that say the same of addresses form a group; a group is found
//   - always, if it is about every address;
//   - by host: for www.shop.example.org the groups under shop.example.org, example.org and org;
//   - by its expression, all of them being tried at once (RE2::Set).
// Then its exceptions are tried, and its parameters are looked up by name or by expression.
#include "url/tracker_index.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "doppel/url.h"
#include "url/host_names.h"
#include "url/own_lists.h"

namespace doppel::url {
namespace {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  return options;
}

// An expression, or null.
std::unique_ptr<RE2> compile(const std::string& expression) {
  auto out = std::make_unique<RE2>(expression, quiet());
  return out->ok() ? std::move(out) : nullptr;
}

// Does any of the host's endings satisfy the condition? shop.example.org, example.org, org
template <typename Condition>
bool any_ending(std::string_view host, Condition condition) {
  if (host.size() > kLongestDnsName) return false;
  for (;;) {
    if (condition(host)) return true;
    size_t dot = host.find('.');
    if (dot == host.npos) return false;
    host.remove_prefix(dot + 1);
  }
}

using Names = std::unordered_set<std::string>;

bool has_ending_in(const Names& names, std::string_view host) {
  return !names.empty() && any_ending(host, [&](std::string_view ending) {
    return names.contains(std::string(ending));
  });
}

// example.org of http://example.org:81/path
std::string_view host_of(std::string_view address) {
  constexpr std::string_view kScheme = "http://";
  std::string_view rest = address.substr(kScheme.size());
  if (rest.starts_with('[')) return rest.substr(0, rest.find(']') + 1);
  return rest.substr(0, rest.find_first_of(":/"));
}

}  // namespace

struct TrackerIndex::Group {
  std::unique_ptr<RE2> address;  // tried here when the group was found by its host
  Names not_hosts, names;
  std::vector<std::unique_ptr<RE2>> exceptions;
  std::vector<std::unique_ptr<RE2>> parameters;
  bool keeps = false;

  bool has(std::string_view name, std::string_view parameter) const {
    if (names.contains(std::string(name))) return true;
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const auto& re) { return RE2::PartialMatch(parameter, *re); });
  }
};

struct TrackerIndex::Tables {
  using Condition = std::tuple<std::string, std::vector<std::string>, std::vector<std::string>,
                               std::vector<std::string>, bool>;

  std::vector<std::unique_ptr<Group>> groups;
  std::map<Condition, Group*> by_condition;  // while building
  std::vector<const Group*> everywhere;
  std::unordered_map<std::string, std::vector<const Group*>> by_host;
  RE2::Set addresses{quiet(), RE2::UNANCHORED};
  bool at_once = false;  // `addresses` is compiled; it is not if it needs too much memory
  std::vector<const Group*> by_address;  // index: number in `addresses`
};

// Adds the groups whose address expression is found in the text.
void TrackerIndex::find_by_address(const std::string& text, std::vector<const Group*>& out) const {
  std::vector<int> numbers;
  RE2::Set::ErrorInfo error{};
  if (tables_->at_once && tables_->addresses.Match(text, &numbers, &error)) {
    for (int number : numbers) out.push_back(tables_->by_address[static_cast<size_t>(number)]);
  } else if (!tables_->at_once || error.kind != RE2::Set::kNoError) {
    // All at once needs more memory than it may have: one by one, then.
    for (const Group* group : tables_->by_address) {
      if (RE2::PartialMatch(text, *group->address)) out.push_back(group);
    }
  }
}

TrackerIndex::TrackerIndex() : tables_(std::make_unique<Tables>()) {}
TrackerIndex::~TrackerIndex() = default;

TrackerIndex::Group* TrackerIndex::make_group(const TrackerRule& rule) {
  auto group = std::make_unique<Group>();
  for (const std::string& expression : rule.exceptions) {
    group->exceptions.push_back(compile(expression));
    if (!group->exceptions.back()) return nullptr;
  }
  if (!rule.address.empty() && !(group->address = compile(rule.address))) return nullptr;
  for (const std::string& host : rule.not_hosts) group->not_hosts.emplace(without_www(host));
  group->keeps = rule.keeps;
  if (!rule.hosts.empty()) {
    for (const std::string& host : rule.hosts) {
      tables_->by_host[std::string(without_www(host))].push_back(group.get());
    }
  } else if (group->address) {
    if (tables_->addresses.Add(rule.address, nullptr) < 0) return nullptr;
    tables_->by_address.push_back(group.get());
  } else {
    tables_->everywhere.push_back(group.get());
  }
  tables_->groups.push_back(std::move(group));
  return tables_->groups.back().get();
}

bool TrackerIndex::add(const TrackerRule& rule) {
  std::vector<std::unique_ptr<RE2>> parameters;
  for (const std::string& expression : rule.parameters) {
    parameters.push_back(compile(expression));
    if (!parameters.back()) return false;
  }
  Tables::Condition condition(rule.address, rule.hosts, rule.not_hosts, rule.exceptions,
                              rule.keeps);
  Group*& group = tables_->by_condition[condition];
  if (!group) group = make_group(rule);
  if (!group) return false;
  group->names.insert(rule.names.begin(), rule.names.end());
  for (auto& re : parameters) group->parameters.push_back(std::move(re));
  return true;
}

std::shared_ptr<const TrackerIndex> TrackerIndex::build(const std::vector<TrackerRule>& rules,
                                                        uint64_t skipped) {
  std::shared_ptr<TrackerIndex> out(new TrackerIndex);
  out->skipped_ = skipped;
  for (const TrackerRule& rule : rules) ++(out->add(rule) ? out->loaded_ : out->skipped_);
  if (!out->tables_->by_address.empty()) out->tables_->at_once = out->tables_->addresses.Compile();
  out->tables_->by_condition.clear();
  return out;
}

TrackerSite::TrackerSite(const TrackerIndex* index, std::string_view address) {
  if (!index) return;
  const TrackerIndex::Tables& tables = *index->tables_;
  std::string_view host = host_of(address);
  // Lists are written for either; a rule is about the address if it is about one of the two.
  std::string after_scheme = std::string(address.substr(address.find("//") + 2)) + "?";
  std::string plain = "https://" + after_scheme, with_www = "https://www." + after_scheme;
  auto found_in = [&](const RE2& re) {
    return RE2::PartialMatch(plain, re) || RE2::PartialMatch(with_www, re);
  };

  std::vector<const TrackerIndex::Group*> candidates = tables.everywhere;
  any_ending(host, [&](std::string_view ending) {
    auto at = tables.by_host.find(std::string(ending));
    if (at == tables.by_host.end()) return false;
    for (const auto* group : at->second) {
      if (!group->address || found_in(*group->address)) candidates.push_back(group);
    }
    return false;
  });
  index->find_by_address(plain, candidates);
  index->find_by_address(with_www, candidates);
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  for (const auto* group : candidates) {
    if (has_ending_in(group->not_hosts, host)) continue;
    bool excepted = std::any_of(group->exceptions.begin(), group->exceptions.end(),
                                [&](const auto& re) { return found_in(*re); });
    if (!excepted) groups_.push_back(group);
  }
}

bool TrackerSite::is_tracker(std::string_view name, std::string_view parameter) const {
  bool found = is_own_tracker(name);
  for (const auto* group : groups_) {
    if (group->keeps && group->has(name, parameter)) return false;
    if (!group->keeps && !found) found = group->has(name, parameter);
  }
  return found;
}

}  // namespace doppel::url

namespace doppel {

uint64_t TrackerList::loaded() const { return more_ ? more_->loaded() : 0; }
uint64_t TrackerList::skipped() const { return more_ ? more_->skipped() : 0; }

}  // namespace doppel
