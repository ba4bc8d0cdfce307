#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store;
  bool json = false;
};

int run_repair(const Flags& flags) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kWrite});
  if (!store) return report(store.error());
  auto done = [&] {
    ProgressLine progress;
    return store->repair(progress.fn());
  }();
  if (!done) return report(done.error());
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object();
    json.key("certificates").number(done->certificates);
    json.key("failed").number(done->failed);
    json.key("reported_groups").number(done->reported);
    json.key("repaired_groups").number(done->repaired);
    json.key("walked_groups").number(done->walked);
    json.key("events").number(done->events);
    json.key("round").number(done->round);
    json.end_object();
    std::cout << json.take_line();
    return kDone;
  }
  std::cout << count_text(done->certificates, "certificate") << " recomputed, " << done->failed
            << " do not hold\n"
            << "groups: " << done->reported << " reported, " << done->repaired
            << " decided afresh, " << done->walked << " walked\n"
            << count_text(done->events, "event") << ", round: " << done->round << "\n";
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> repair_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "repair", "STORE [options]", "decide groups afresh whose removals do not hold",
      "Recomputes every certificate, and decides afresh the groups in which one does not hold or\n"
      "was reported, and large groups that wait. Mode paper needs it; in mode sound all hold.",
      "doppel repair crawl.store");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_repair(*flags); };
  return verb;
}

}  // namespace doppel::cli
