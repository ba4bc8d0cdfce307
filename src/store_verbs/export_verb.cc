#include <iostream>

#include "cli/program.h"
#include "store_verbs/store_output.h"
#include "store_verbs/time_flags.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, market = "neutral";
  std::optional<std::string> now;
  bool pages = false, removed = false, recheck = false;
};

int run_export(const Flags& flags) {
  if (flags.pages + flags.removed + flags.recheck > 1) {
    return report(invalid_argument("--pages, --removed and --recheck cannot be combined"));
  }
  if (flags.now && !flags.recheck) return report(invalid_argument("--now needs --recheck"));
  auto now = now_of(flags.now);
  if (!now) return report(now.error());
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead, .index = false});
  if (!store) return report(store.error());
  const auto write = [](std::string_view line) {
    std::cout << line;
    return std::cout.good() ? Status() : io_error("cannot write to standard output");
  };
  if (flags.recheck) {
    Status listed = store->export_recheck(flags.market, *now, write);
    return listed.ok() ? kDone : report(listed);
  }
  const auto list = flags.removed ? Store::ExportList::kRemoved : Store::ExportList::kKept;
  Status done =
      flags.pages ? store->export_pages(write) : store->export_list(list, flags.market, write);
  return done.ok() ? kDone : report(done);
}

}  // namespace

std::unique_ptr<Verb> export_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "export", "STORE [options]", "print the pages of a store as lines of JSON",
      "Prints the URLs of the pages that a market keeps, or with --removed those to drop from an\n"
      "index, with proof. With --pages, prints all live pages with their texts, for dedup or "
      "ingest.",
      "doppel export crawl.store --removed > drop.jsonl");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  add_market_flag(app, flags->market);
  app.add_flag("--removed", flags->removed, "pages that are removed, and what is kept instead")
      ->group("output");
  app.add_flag("--pages", flags->pages, "all live pages with their texts")->group("output");
  app.add_flag("--recheck", flags->recheck, "pages that should be fetched again, and since when")
      ->group("output");
  add_now_flag(app, flags->now);
  verb->run = [flags] { return run_export(*flags); };
  return verb;
}

}  // namespace doppel::cli
