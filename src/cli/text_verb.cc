#include <iostream>

#include "cli/program.h"
#include "cli/read_text.h"
#include "json/json_writer.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string file;
  ViewFlag view;
  bool tokens = false, mask_numbers = false, blocks = false, json = false;
};

void add_page(json::JsonWriter& json, const PageText& page, View view) {
  json.key("view").string(name(view));
  json.key("fallback").boolean(page.fallback);
  json.key("thin").boolean(page.thin);
  json.key("title").string(page.title);
  json.key("lang").string(page.lang);
  json.key("charset").begin_object();
  json.key("name").string(page.charset);
  json.key("source").string(name(page.charset_source));
  json.key("contradicted").boolean(page.charset_contradicted);
  json.key("repaired").boolean(page.charset_repaired);
  json.end_object();
  json.key("canonical").string(page.canonical);
  json.key("robots").string(page.robots);
  json.key("refresh");
  if (page.refresh_seconds < 0) {
    json.null();
  } else {
    json.begin_object().key("seconds").number(static_cast<uint64_t>(page.refresh_seconds));
    json.key("url").string(page.refresh).end_object();
  }
  json.key("hreflang").begin_array();
  for (const auto& [lang, href] : page.alternates) {
    json.begin_object().key("lang").string(lang).key("url").string(href).end_object();
  }
  json.end_array();
}

void add_blocks(json::JsonWriter& json, const PageText& page) {
  json.key("links").begin_array();
  for (const std::string& link : page.links) json.string(link);
  json.end_array();
  json.key("blocks").begin_array();
  for (const TextBlock& block : page.blocks) {
    json.begin_object().key("main").boolean(block.main).key("path").string(block.path);
    json.key("link_chars").number(block.link_chars).key("text").string(block.text).end_object();
  }
  json.end_array();
}

void print_blocks(const PageText& page) {
  for (const TextBlock& block : page.blocks) {
    std::cout << (block.main ? "main" : "-") << "\t" << block.path << "\t" << block.text << "\n";
  }
}

void print_json(const Flags& flags, const FileText& file, View view,
                const std::vector<std::string>& found) {
  json::JsonWriter json;
  json.begin_object();
  json.key("text").string(file.text);
  json.key("tokens").begin_array();
  for (const std::string& token : found) json.string(token);
  json.end_array();
  if (file.page) add_page(json, *file.page, view);
  if (file.page && flags.blocks) add_blocks(json, *file.page);
  json.end_object();
  std::cout << json.take_line();
}

int run_text(const Flags& flags) {
  auto view = flags.view.view();
  if (!view) return report(view.error());
  auto file = read_text(flags.file, *view, flags.blocks);
  if (!file) return report(file.error());
  if (flags.blocks && !file->page) {
    return report(invalid_argument(flags.file + ": not HTML, so it has no blocks"));
  }
  if (flags.json || flags.tokens) {
    auto found = tokens(file->text, {.mask_numbers = flags.mask_numbers});
    if (flags.json) {
      print_json(flags, *file, *view, found);
    } else {
      for (const std::string& token : found) std::cout << token << "\n";
    }
  } else if (flags.blocks) {
    print_blocks(*file->page);
  } else {
    std::cout << file->text << (file->page && !file->text.empty() ? "\n" : "");
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> text_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "text", "FILE [options]", "show the text that doppel reads from a file",
      "Prints the text of a file as dedup sees it: UTF-8, with one line per block of HTML.\n"
      "With --tokens it prints the normalised words instead, one per line.",
      "doppel text page.html --view full");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("FILE", flags->file, "a text or HTML file, or - for standard input")
      ->type_name("FILE")
      ->required()
      ->group("input");
  flags->view.add(app);
  app.add_flag("--mask-numbers", flags->mask_numbers, "treat all dates, times and numbers as equal")
      ->group("rules");
  app.add_flag("--tokens", flags->tokens, "print the normalised words, one per line")
      ->group("output");
  app.add_flag("--blocks", flags->blocks,
               "print every block of HTML: main or -, its tags, its text")
      ->group("output");
  app.add_flag("--json", flags->json, "print one JSON object: text, tokens, charset, title, ...")
      ->group("output");
  verb->run = [flags] { return run_text(*flags); };
  return verb;
}

}  // namespace doppel::cli
