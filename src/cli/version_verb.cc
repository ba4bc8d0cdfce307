#include <iostream>

#include "cli/program.h"
#include "ingest/json_writer.h"

namespace doppel::cli {
namespace {

void print_json() {
  ingest::JsonWriter json;
  json.begin_object();
  json.key("version").string(version());
  json.key("text_rules").number(kTextRulesVersion);
  json.key("signature").number(kSignatureVersion);
  json.key("unicode").string(unicode_version());
  json.end_object();
  std::cout << json.take_line();
}

}  // namespace

std::unique_ptr<Verb> version_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "version", "[--json]", "the versions that decide an answer",
      "Prints the version of the program, of the text rules and of signatures, and the Unicode\n"
      "version of the tables. Equal versions give equal answers.",
      "doppel version --json");
  auto json = std::make_shared<bool>(false);
  verb->app().add_flag("--json", *json, "print one JSON object")->group("output");
  verb->run = [json] {
    if (*json) {
      print_json();
    } else {
      std::cout << "doppel " << version() << ", text rules " << kTextRulesVersion << ", signature "
                << kSignatureVersion << ", unicode " << unicode_version() << "\n";
    }
    return static_cast<int>(kDone);
  };
  return verb;
}

}  // namespace doppel::cli
