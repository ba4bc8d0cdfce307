#include <iostream>

#include "cli/program.h"
#include "json/json_writer.h"

namespace doppel::cli {
namespace {

void print_json() {
  json::JsonWriter json;
  json.begin_object();
  json.key("version").string(version());
  json.key("text_rules").number(kTextRulesVersion);
  json.key("signature").number(kSignatureVersion);
  json.key("unicode").string(unicode_version());
  const SuffixListVersion suffix_list = suffix_list_version();
  json.key("suffix_list").begin_object();
  json.key("date").string(suffix_list.date);
  json.key("hash").string(suffix_list.hash);
  json.end_object();
  json.end_object();
  std::cout << json.take_line();
}

}  // namespace

std::string version_words() {
  return "doppel " + std::string(version()) + ", text rules " + std::to_string(kTextRulesVersion) +
         ", signature " + std::to_string(kSignatureVersion) + ", unicode " + unicode_version() +
         ", suffix list " + suffix_list_version().date;
}

std::unique_ptr<Verb> version_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "version", "[--json]", "print the versions that decide an answer",
      "Prints the versions of the program, the text rules, the signatures and Unicode, and the "
      "date\n"
      "of the public suffix list. Machines on which all of these are equal give equal answers.",
      "doppel version --json");
  auto json = std::make_shared<bool>(false);
  verb->app().add_flag("--json", *json, "print one JSON object")->group("output");
  verb->run = [json] {
    if (*json) {
      print_json();
    } else {
      std::cout << version_words() << "\n";
    }
    return static_cast<int>(kDone);
  };
  return verb;
}

}  // namespace doppel::cli
