#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/collection_output.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, round_pages = "10000";
  std::optional<std::string> commit, cancel;
  bool json = false;
};

void print_line(const Collection& collection, bool as_json) {
  if (!as_json) {
    std::cout << collection_text(collection);
    return;
  }
  json::JsonWriter json;
  json.begin_object();
  write_collection(json, collection);
  json.end_object();
  std::cout << json.take_line();
}

int run_list(const Flags& flags) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead, .index = false});
  if (!store) return report(store.error());
  auto all = store->collections();
  if (!all) return report(all.error());
  for (const Collection& collection : *all) print_line(collection, flags.json);
  if (all->empty() && !flags.json) std::cout << "the store has no collections\n";
  return kDone;
}

void print_json(const CommitReport& report) {
  json::JsonWriter json;
  json.begin_object();
  write_collection(json, report.collection);
  json.key("committed").number(report.updates);
  json.key("accepted").number(report.accepted);
  json.key("unchanged").number(report.unchanged);
  write_rejected(json, report.rejected);
  json.key("new_texts").number(report.new_texts);
  json.end_object();
  std::cout << json.take_line();
}

void print_text(const CommitReport& report) {
  std::cout << "updates: " << report.updates << " committed, " << report.accepted << " accepted, "
            << report.updates - report.accepted << " rejected\n"
            << rejected_text(report.rejected) << "unchanged pages: " << report.unchanged
            << ", new texts: " << report.new_texts << "\n"
            << collection_text(report.collection);
}

int run_commit(const Flags& flags) {
  auto pages = parse_number("--round-pages", flags.round_pages, 1, kMostUpdatesOfARound);
  if (!pages) return report(pages.error());
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kWrite});
  if (!store) return report(store.error());
  auto done = [&] {
    ProgressLine progress;
    return store->commit_collection(*flags.commit, {.round_pages = *pages}, progress.fn());
  }();
  if (!done) return report(done.error());
  for (const std::string& rejected : done->first_rejected) warn(rejected);
  const uint64_t rejected = done->updates - done->accepted;
  if (rejected > done->first_rejected.size()) {
    warn(count_text(rejected - done->first_rejected.size(), "more rejected update"));
  }
  if (flags.json) {
    print_json(*done);
  } else {
    print_text(*done);
  }
  return kDone;
}

int run_cancel(const Flags& flags) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kWrite, .index = false});
  if (!store) return report(store.error());
  auto was = store->cancel_collection(*flags.cancel);
  if (!was) return report(was.error());
  const uint64_t committed = was->updates - was->waiting;
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object();
    json.key("collection").string(was->name);
    json.key("state").string("dropped");
    json.key("dropped").number(was->waiting);
    json.key("committed").number(committed);
    json.end_object();
    std::cout << json.take_line();
    return kDone;
  }
  std::cout << "collection " << was->name << ": dropped, " << count_text(was->waiting, "update")
            << "\n";
  if (committed > 0) {
    std::cout << "rounds were made of " << count_text(committed, "other update")
              << " before; they stay\n";
  }
  return kDone;
}

int run_collections(const Flags& flags) {
  if (flags.commit && flags.cancel) {
    return report(invalid_argument("--commit and --cancel cannot be combined"));
  }
  if (flags.commit) return run_commit(flags);
  return flags.cancel ? run_cancel(flags) : run_list(flags);
}

}  // namespace

std::unique_ptr<Verb> collections_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "collections", "STORE [options]",
      "list, commit or drop the staged crawls of a store",
      "Lists the crawls that ingest --collection has staged in STORE, or makes rounds of one, or\n"
      "drops one. Before it is committed, a staged crawl changes nothing that the store says.",
      "doppel collections crawl.store --commit monday");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("--commit", flags->commit,
                 "submit what is staged under this name; goes on where it was interrupted")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--cancel", flags->cancel, "drop what is staged under this name, for good")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--round-pages", flags->round_pages,
                 "of a commit: pages written at a time (default 10000)")
      ->type_name("N")
      ->group("output");
  app.add_flag("--json", flags->json, "print lines of JSON")->group("output");
  verb->run = [flags] { return run_collections(*flags); };
  return verb;
}

}  // namespace doppel::cli
