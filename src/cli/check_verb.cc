#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "doppel/check.h"
#include "json/json_writer.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string dir;
  CheckOptions options;
  bool json = false;
};

void print_json(const CheckReport& report) {
  json::JsonWriter json;
  json.begin_object();
  json.key("certificates").number(report.certificates);
  json.key("counted_on_words").number(report.counted_on_words);
  json.key("faults").begin_array();
  for (const std::string& fault : report.faults) json.string(fault);
  json.end_array();
  json.end_object();
  std::cout << json.take_line();
}

int run_check_store(const Flags& flags) {
  if (flags.options.deep || flags.options.rerun) {
    return report(
        invalid_argument("--deep and --rerun are for the output folder of a dedup run, and " +
                         flags.dir + " is a store"));
  }
  auto store = Store::open(flags.dir, {.access = StoreOptions::Access::kRead});
  if (!store) return report(store.error());
  auto result = [&] {
    ProgressLine progress;
    return store->check(progress.fn());
  }();
  if (!result) return report(result.error());
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object();
    json.key("pages").number(result->pages);
    json.key("certificates").number(result->certificates);
    json.key("faults").begin_array();
    for (const std::string& fault : result->faults) json.string(valid_utf8(fault));
    json.end_array();
    json.key("digest").string(result->digest);
    json.end_object();
    std::cout << json.take_line();
  } else {
    for (const std::string& fault : result->faults) {
      std::cout << "fault: " << checks::printable(fault) << "\n";
    }
    std::cout << count_text(result->pages, "page") << ", "
              << count_text(result->certificates, "certificate") << " recomputed, "
              << count_text(result->faults.size(), "fault") << "\ndigest: " << result->digest
              << "\n";
  }
  return result->faults.empty() ? kDone : kFailed;
}

int run_check(const Flags& flags) {
  if (Store::exists(flags.dir)) return run_check_store(flags);
  auto result = [&] {
    ProgressLine progress;
    return check(flags.dir, flags.options, progress.fn());
  }();
  if (!result) return report(result.error());
  if (flags.json) {
    print_json(*result);
  } else {
    for (const std::string& fault : result->faults) std::cout << "fault: " << fault << "\n";
    std::cout << count_text(result->certificates, "certificate") << " recomputed, "
              << count_text(result->faults.size(), "fault") << "\n";
    if (flags.options.rerun && result->faults.empty()) {
      std::cout << "a new run writes the same folder\n";
    }
  }
  return result->faults.empty() ? kDone : kFailed;
}

}  // namespace

std::unique_ptr<Verb> check_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "check", "DIR [options]", "verify every certificate in an output folder or a store",
      "Recomputes all that dedup wrote to DIR from its inputs: certificates, kept files, groups "
      "and\n"
      "counts; or all that the store DIR says. Prints each fault, and exits with code 1 if any.",
      "doppel check clean --rerun",
      "0 everything holds, 1 a fault was found or input failed, 2 bad command line");
  auto flags = std::make_shared<Flags>();
  verb->app()
      .add_option("DIR", flags->dir, "the output folder of a dedup run, or a store")
      ->type_name("DIR")
      ->required()
      ->group("input");
  verb->app()
      .add_flag("--deep", flags->options.deep,
                "recompute every certificate on the words themselves, not only a sample")
      ->group("rules");
  verb->app()
      .add_flag("--rerun", flags->options.rerun,
                "also run dedup again with the same options and compare the results")
      ->group("rules");
  verb->app().add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_check(*flags); };
  return verb;
}

}  // namespace doppel::cli
