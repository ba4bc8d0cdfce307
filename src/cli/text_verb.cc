#include <iostream>

#include "cli/program.h"
#include "cli/read_text.h"
#include "ingest/json_writer.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string file;
  bool tokens = false, mask_numbers = false, json = false;
};

int run_text(const Flags& flags) {
  auto text = read_text(flags.file);
  if (!text) return report(text.error());
  if (!flags.tokens && !flags.json) {
    std::cout << *text;
    return kDone;
  }
  auto found = tokens(*text, {.mask_numbers = flags.mask_numbers});
  if (!flags.json) {
    for (const std::string& token : found) std::cout << token << "\n";
    return kDone;
  }
  ingest::JsonWriter json;
  json.begin_object();
  json.key("text").string(*text);
  json.key("tokens").begin_array();
  for (const std::string& token : found) json.string(token);
  json.end_array();
  json.end_object();
  std::cout << json.take_line();
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> text_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "text", "FILE [options]", "the text the engine sees",
      "Prints the text of a file as the engine reads it: UTF-8, with U+FFFD for what is not.\n"
      "With --tokens the normalised words instead, one a line.",
      "doppel text page.txt --tokens");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("FILE", flags->file, "a text file, or - for standard input")
      ->type_name("FILE")
      ->required()
      ->group("input");
  app.add_flag("--mask-numbers", flags->mask_numbers, "dates, times and numbers count as equal")
      ->group("rules");
  app.add_flag("--tokens", flags->tokens, "the words, normalised, one a line")->group("output");
  app.add_flag("--json", flags->json, "one JSON object with text and tokens")->group("output");
  verb->run = [flags] { return run_text(*flags); };
  return verb;
}

}  // namespace doppel::cli
