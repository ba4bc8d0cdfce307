#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "doppel/url.h"
#include "ingest/line_reader.h"
#include "json/json_writer.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::vector<std::string> urls;
  std::string trackers;
  bool json = false;
};

std::string print_json(std::string_view url, const Result<UrlForms>& forms) {
  json::JsonWriter json;
  json.begin_object();
  json.key("url").string(valid_utf8(url));
  if (!forms) {
    json.key("error").string(valid_utf8(forms.error().message())).end_object();
    return json.take_line();
  }
  json.key("exact").string(forms->exact);
  json.key("safe").string(forms->safe);
  json.key("aggressive").string(forms->aggressive);
  json.key("surt").string(forms->surt);
  json.key("ssurt").string(forms->ssurt);
  json.key("domain");
  if (forms->domain.empty()) {
    json.null();
  } else {
    json.string(forms->domain);
  }
  json.key("rules").begin_array();
  for (UrlRule rule : forms->rules) json.string(name(rule));
  json.end_array().end_object();
  return json.take_line();
}

std::string row(std::string head, std::string_view value, const std::string& note = "") {
  constexpr size_t kValueColumn = 12;
  head.resize(kValueColumn, ' ');
  return head.append(value).append(note).append("\n");
}

// The rules of the level that changed the form: "  (www, tracker)".
std::string rules_text(const UrlForms& forms, UrlLevel level) {
  std::string out;
  for (UrlRule rule : forms.rules) {
    if (level_of(rule) == level) out.append(out.empty() ? "  (" : ", ").append(name(rule));
  }
  return out.empty() ? out : out + ")";
}

std::string print_text(std::string_view url, const Result<UrlForms>& forms) {
  std::string out = row("url", checks::printable(url));
  if (!forms) return out + row("error", checks::printable(forms.error().message()));
  return out + row("exact", forms->exact, rules_text(*forms, UrlLevel::kExact)) +
         row("safe", forms->safe, rules_text(*forms, UrlLevel::kSafe)) +
         row("aggressive", forms->aggressive, rules_text(*forms, UrlLevel::kAggressive)) +
         row("surt", forms->surt) + row("ssurt", forms->ssurt) +
         row("domain", forms->domain.empty() ? "none" : forms->domain);
}

class Printer {
 public:
  Printer(TrackerList trackers, bool json) : trackers_(std::move(trackers)), json_(json) {}

  void print(std::string_view url) { print(url, url_forms(url, trackers_)); }
  // For a URL that could not be read.
  void print_refused(std::string_view why) { print("", invalid_argument(std::string(why))); }

 private:
  void print(std::string_view url, const Result<UrlForms>& forms) {
    if (json_) {
      std::cout << print_json(url, forms);
    } else {
      std::cout << (printed_ ? "\n" : "") << print_text(url, forms);
    }
    printed_ = true;
  }

  TrackerList trackers_;
  bool json_, printed_ = false;
};

// Skips blank lines.
Status print_lines(Printer& printer) {
  auto lines = ingest::LineReader::open("-", {}, kMaxUrlBytes);
  if (!lines) return lines.error();
  ingest::Line line;
  for (;;) {
    auto more = lines->next(line);
    if (!more) return more.error();
    if (!*more) return {};
    if (line.reject == Reject::kTooLarge) {
      printer.print_refused(line.detail);
      continue;
    }
    if (line.reject != Reject::kNone) return io_error("-: " + std::string(line.detail));
    std::string_view url = line.bytes;
    while (url.ends_with('\n') || url.ends_with('\r')) url.remove_suffix(1);
    printer.print(url);
  }
}

int run_url(const Flags& flags) {
  TrackerList trackers;
  if (!flags.trackers.empty()) {
    auto loaded = load_trackers(flags.trackers);
    if (!loaded) return report(loaded.error());
    trackers = *loaded;
    if (trackers.skipped() > 0) {
      warn(flags.trackers + ": " + std::to_string(trackers.skipped()) + " of " +
           std::to_string(trackers.skipped() + trackers.loaded()) + " rules were not understood");
    }
  }
  Printer printer(std::move(trackers), flags.json);
  for (const std::string& url : flags.urls) {
    if (url != "-") {
      printer.print(url);
    } else if (Status status = print_lines(printer); !status.ok()) {
      return report(status);
    }
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> url_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "url", "URL... [options]", "show the canonical forms of a URL, and why",
      "Shows the canonical forms by which a URL is compared, and the rules that changed it.\n"
      "They are only keys for comparing: doppel never changes the URL of a page.",
      "doppel url 'http://www.example.org:80/a/../index.html?utm_source=x'");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("URL", flags->urls, "URLs; - reads them from standard input, one per line")
      ->type_name("URL...")
      ->required()
      ->group("input");
  app.add_option("--trackers", flags->trackers,
                 "add tracker rules from a ClearURLs or AdGuard file")
      ->type_name("FILE")
      ->group("rules");
  app.add_flag("--json", flags->json, "print one JSON object per line")->group("output");
  verb->run = [flags] { return run_url(*flags); };
  return verb;
}

}  // namespace doppel::cli
