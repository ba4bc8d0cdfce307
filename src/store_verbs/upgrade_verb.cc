#include <iostream>

#include "cli/program.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store;
  bool json = false;
};

int run_upgrade(const Flags& flags) {
  auto done = upgrade_store(flags.store);
  if (!done) return report(done.error());
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object();
    json.key("format").number(done->format);
    json.key("upgraded").boolean(done->upgraded);
    json.end_object();
    std::cout << json.take_line();
  } else {
    std::cout << (done->upgraded ? "upgraded to format " : "already of the present format, ")
              << done->format << "\n";
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> upgrade_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "upgrade", "STORE [options]", "bring a store of an older version up to date",
      "Rewrites what an older version of doppel stored in STORE in another form, or says that "
      "there\n"
      "is nothing to do. A store of a newer version is refused and not changed.",
      "doppel upgrade crawl.store");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_upgrade(*flags); };
  return verb;
}

}  // namespace doppel::cli
