#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"
#include "store_verbs/time_flags.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, older_than, now;
  bool json = false;
};

int run_expire(const Flags& flags) {
  auto age = parse_duration("--older-than", flags.older_than);
  if (!age) return report(age.error());
  auto now = parse_time("--now", flags.now);
  if (!now) return report(now.error());
  if (*now > now_ms()) {
    return report(invalid_argument("--now is in the future (" + time_text(*now) +
                                   "): pages would expire that are not that old yet"));
  }
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kWrite});
  if (!store) return report(store.error());
  auto done = [&] {
    ProgressLine progress;
    return store->expire(*now - *age, progress.fn());
  }();
  if (!done) return report(done.error());
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object();
    json.key("pages").number(done->pages);
    json.key("expired").number(done->expired);
    json.key("round").number(done->round);
    json.end_object();
    std::cout << json.take_line();
  } else {
    std::cout << "expired: " << done->expired << " of " << count_text(done->pages, "page") << "\n"
              << "round: " << done->round << "\n";
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> expire_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "expire", "STORE --older-than DURATION --now TIME [options]",
      "let pages of a store die that were not seen for long",
      "Pages and redirects that were last seen longer ago than DURATION before TIME are dead from\n"
      "now on, with the status expired. Their texts go; the next fetch brings them back.",
      "doppel expire crawl.store --older-than 90d --now 2026-03-02T08:00:00Z");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("--older-than", flags->older_than, "how long ago: 90d, 12h, 30min, 45s")
      ->type_name("DURATION")
      ->required()
      ->group("rules");
  app.add_option("--now", flags->now, "before which time: RFC 3339, or milliseconds since 1970")
      ->type_name("TIME")
      ->required()
      ->group("rules");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_expire(*flags); };
  return verb;
}

}  // namespace doppel::cli
