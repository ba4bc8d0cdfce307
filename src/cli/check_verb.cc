#include <iostream>

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

int run_check(const Flags& flags) {
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
      program, "check", "DIR [options]",
      "verify every certificate and every count in an output folder",
      "Reads the inputs again and recomputes everything that dedup wrote to DIR: certificates, "
      "kept\n"
      "files, groups and counts. Prints each fault, and exits with code 1 if there is one.",
      "doppel check clean --rerun",
      "0 everything holds, 1 a fault was found or input failed, 2 bad command line");
  auto flags = std::make_shared<Flags>();
  verb->app()
      .add_option("DIR", flags->dir, "the output folder of a dedup run")
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
