#include <charconv>
#include <chrono>
#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, since = "1", limit = "0";
  bool follow = false;
};

// An event has the counts of a proof only where they decide.
void write_level(json::JsonWriter& json, const Change& change) {
  if (change.level == Level::kBytes || change.level == Level::kWords) {
    json.key("level").string(name(change.level));
  } else if (change.similarity == Similarity{}) {  // mode paper: status verifies it
    json.key("level").string(name(change.level));
    json.key("assumed").boolean(true);
  } else {
    write_proof(json, change.level, change.similarity, change.view);
  }
}

void print(const Change& change) {
  json::JsonWriter json;
  json.begin_object();
  json.key("number").number(change.number);
  json.key("round").number(change.round);
  json.key("event").string(change.kind);
  if (!change.page.empty()) json.key("page").string(change.page);
  if (!change.group.empty()) json.key("group").string(change.group);
  if (!change.market.empty()) json.key("market").string(change.market);
  if (change.kind == "removed") {
    json.key("kept").string(change.other);
    write_level(json, change);
  } else if (change.kind == "redirected") {
    json.key("end").string(change.other);
    json.key("permanent").boolean(change.permanent);
  } else if (change.kind == "flagged") {
    json.key("flag").string(change.other);
  } else if (!change.other.empty()) {
    json.key("other").string(change.other);
  }
  if (change.kind == "died") json.key("http_status").number(change.http_status);
  json.end_object();
  std::cout << json.take_line();
}

// Prints the events from `next` on and moves it forward. False: enough were printed, or nobody
// reads them.
Result<bool> print_new(const Flags& flags, uint64_t limit, uint64_t& next, uint64_t& printed) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead, .index = false});
  if (!store) return store.error();
  auto reached = store->changes(next, [&](const Change& change) {
    print(change);
    return ++printed != limit && std::cout.good();
  });
  if (!reached) return reached.error();
  next = *reached;
  std::cout.flush();
  return printed != limit && std::cout.good();
}

// Events are counted in 64 bits.
Result<uint64_t> parse_event_number(const std::string& text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end) return value;
  return invalid_argument("--since must be the number of an event (got " + text + ")");
}

int run_changes(const Flags& flags) {
  auto since = parse_event_number(flags.since);
  if (!since) return report(since.error());
  auto limit = parse_number("--limit", flags.limit, 0, UINT32_MAX);
  if (!limit) return report(limit.error());
  uint64_t next = *since, printed = 0;
  const StopSignals stop;
  while (true) {
    auto more = print_new(flags, *limit, next, printed);
    if (!more) return report(more.error());
    if (!*more || !flags.follow || !stop.wait_ms(1000)) return kDone;
  }
}

}  // namespace

std::unique_ptr<Verb> changes_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "changes", "STORE [options]", "print what changed in a store, event by event",
      "Prints numbered events as lines of JSON: pages that joined, left, were removed or "
      "restored,\n"
      "groups that merged or split, new winners. Whoever resumes from a number misses none.",
      "doppel changes crawl.store --since 1201 --follow",
      "0 success, 1 input or output failed, 2 bad command line, or older events were dropped");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("--since", flags->since, "the number of the first event (default 1)")
      ->type_name("N")
      ->group("input");
  app.add_option("--limit", flags->limit, "print at most N events (default: all)")
      ->type_name("N")
      ->group("input");
  app.add_flag("--follow", flags->follow, "wait for more events, until interrupted")
      ->group("output");
  verb->run = [flags] { return run_changes(*flags); };
  return verb;
}

}  // namespace doppel::cli
