#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
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
      std::cout << "a new run gives the same folder\n";
    }
  }
  return result->faults.empty() ? kDone : kFailed;
}

}  // namespace

std::unique_ptr<Verb> check_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "check", "DIR [options]", "recompute every proof and the books of a folder",
      "Reads the inputs again and recomputes what dedup wrote to DIR: every certificate, the kept\n"
      "files, the groups, the counts. Prints each fault; exit code 1 if there is one.",
      "doppel check clean --rerun",
      "0 everything holds, 1 a fault, or input failed, 2 the command line cannot be carried out");
  auto flags = std::make_shared<Flags>();
  verb->app()
      .add_option("DIR", flags->dir, "a folder that dedup wrote")
      ->type_name("DIR")
      ->required()
      ->group("input");
  verb->app()
      .add_flag("--deep", flags->options.deep,
                "count every certificate on the words themselves, not only a sample")
      ->group("rules");
  verb->app()
      .add_flag("--rerun", flags->options.rerun,
                "also run dedup again with the same options, and compare the result")
      ->group("rules");
  verb->app().add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_check(*flags); };
  return verb;
}

}  // namespace doppel::cli
