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

int run_compact(const Flags& flags) {
  auto done = compact_store(flags.store);
  if (!done) return report(done.error());
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object();
    json.key("bytes_before").number(done->bytes_before);
    json.key("bytes_after").number(done->bytes_after);
    json.end_object();
    std::cout << json.take_line();
  } else {
    std::cout << "tables: " << bytes_text(done->bytes_before) << " before, "
              << bytes_text(done->bytes_after) << " after\n";
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> compact_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "compact", "STORE [options]", "rewrite the tables of a store without erased rows",
      "Rewrites all tables of STORE, so that pages and texts that are gone take up no space. The\n"
      "store does this by itself over time; it pays after many pages were deleted.",
      "doppel compact crawl.store");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_compact(*flags); };
  return verb;
}

}  // namespace doppel::cli
