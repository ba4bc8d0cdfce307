#include <iomanip>
#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"
#include "store_verbs/time_flags.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, market = "neutral", largest = "20";
  std::string source, of;
  std::optional<std::string> now;
  bool json = false;
};

void write_summary(json::JsonWriter& json, const GroupSummary& group) {
  json.key("group").string(group.name);
  json.key("winner").string(group.winner);
  json.key("texts").number(group.texts);
  json.key("pages").number(group.pages);
}

void print_list(const std::vector<GroupSummary>& groups, const Flags& flags) {
  for (const GroupSummary& group : groups) {
    if (flags.json) {
      json::JsonWriter json;
      json.begin_object();
      write_summary(json, group);
      json.end_object();
      std::cout << json.take_line();
    } else {
      std::cout << std::setw(8) << group.pages << " pages " << std::setw(8) << group.texts
                << " texts  " << checks::printable(group.winner) << "  "
                << checks::printable(group.name) << "\n";
    }
  }
  if (!groups.empty() || flags.json) return;
  std::cout << "no group has two pages"
            << (flags.source.empty() ? "" : " and one of " + checks::printable(flags.source))
            << "\n";
}

void print_json(const GroupAnswer& answer) {
  json::JsonWriter json;
  json.begin_object();
  write_summary(json, answer.group);
  json.key("members").begin_array();
  for (const GroupMember& member : answer.members) {
    json.begin_object();
    json.key("url").string(member.url);
    json.key("verdict").string(name(member.removed ? Verdict::kRemoved : Verdict::kKept));
    if (member.removed) {
      json.key("kept").string(member.kept);
      write_proof(json, member.level, member.similarity, member.view);
    }
    write_age(json, member.seen);
    json.key("flags").begin_array();
    for (const std::string& flag : member.flags) json.string(flag);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("redirects").begin_array();
  for (const std::string& page : answer.redirects) json.string(page);
  json.end_array();
  json.end_object();
  std::cout << json.take_line();
}

void print_text(const GroupAnswer& answer) {
  std::cout << "group   " << checks::printable(answer.group.name) << "\n"
            << "winner  " << checks::printable(answer.group.winner) << "\n"
            << "pages   " << answer.group.pages << " with "
            << count_text(answer.group.texts, "text") << "\n";
  for (const GroupMember& member : answer.members) {
    std::cout << (member.removed ? "  removed  " : "  kept     ") << checks::printable(member.url);
    if (member.removed) {
      std::cout << "\n           for " << checks::printable(member.kept) << ": "
                << proof_text(member.level, member.similarity, member.view);
    }
    for (const std::string& flag : member.flags) {
      std::cout << "\n           flag " << checks::printable(flag);
    }
    std::cout << "\n";
  }
  for (const std::string& page : answer.redirects) {
    std::cout << "  redirect " << checks::printable(page) << "\n";
  }
}

int run_groups(const Flags& flags) {
  auto largest = parse_number("--largest", flags.largest, 0, UINT32_MAX);
  if (!largest) return report(largest.error());
  auto now = now_of(flags.now);
  if (!now) return report(now.error());
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead, .index = false});
  if (!store) return report(store.error());
  if (!flags.of.empty()) {
    auto answer = store->group(flags.of, flags.market, *now);
    if (!answer) return report(answer.error());
    flags.json ? print_json(*answer) : print_text(*answer);
    return kDone;
  }
  auto groups =
      store->groups({.market = flags.market, .largest = *largest, .source = flags.source});
  if (!groups) return report(groups.error());
  print_list(*groups, flags);
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> groups_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "groups", "STORE [options]", "list the duplicate groups of a store, or show one",
      "Lists groups of two or more pages, the largest first: pages, distinct texts, the winner "
      "and\n"
      "the group's name. With --of, shows all members of one group and why each is removed.",
      "doppel groups crawl.store --of https://example.org/a");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("--largest", flags->largest, "how many groups (default 20; 0: all)")
      ->type_name("N")
      ->group("input");
  app.add_option("--source", flags->source, "only groups with a page of this site: example.org")
      ->type_name("DOMAIN")
      ->group("input");
  app.add_option("--of", flags->of, "show the group of this page, or of this name")
      ->type_name("URL")
      ->group("input");
  add_market_flag(app, flags->market);
  add_now_flag(app, flags->now);
  app.add_flag("--json", flags->json, "print one JSON object per group")->group("output");
  verb->run = [flags] { return run_groups(*flags); };
  return verb;
}

}  // namespace doppel::cli
