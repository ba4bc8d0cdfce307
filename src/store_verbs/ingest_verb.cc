#include <iostream>

#include "cli/field_flags.h"
#include "cli/help.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "doppel/store.h"
#include "ingest/inputs.h"
#include "json/json_writer.h"
#include "store_verbs/collection_output.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store;
  std::vector<std::string> inputs, fields;
  std::optional<std::string> predicate, markets, mode, view, collection;
  std::string round_pages = "10000", round_seconds = "10", keep_events = "0", max_rejected = "1/2";
  std::string max_record = "64M";
  bool json = false;
};

Result<StoreOptions> store_options(const Flags& flags) {
  StoreOptions out;
  if (flags.predicate) {
    auto predicate = Predicate::parse(*flags.predicate);
    if (!predicate) return predicate.error();
    out.predicate = *predicate;
  }
  if (flags.markets) {
    auto markets = read_markets(*flags.markets);
    if (!markets) return markets.error();
    out.markets = *std::move(markets);
  }
  if (flags.mode) {
    auto mode = parse_store_mode(*flags.mode);
    if (!mode) return mode.error();
    out.mode = *mode;
  }
  if (flags.view) {
    auto view = parse_view(*flags.view);
    if (!view) return view.error();
    out.view = *view;
  }
  auto keep = parse_number("--keep-events", flags.keep_events, 0, UINT32_MAX);
  if (!keep) return keep.error();
  out.keep_events = *keep;
  out.index = !flags.collection;  // a staged crawl is not compared with anything
  return out;
}

Result<IngestOptions> ingest_options(const Flags& flags) {
  IngestOptions out;
  auto pages = parse_number("--round-pages", flags.round_pages, 1, kMostUpdatesOfARound);
  if (!pages) return pages.error();
  auto seconds = parse_number("--round-seconds", flags.round_seconds, 1, 86'400);
  if (!seconds) return seconds.error();
  auto max_record = parse_size(flags.max_record);
  if (!max_record) return invalid_argument("--max-record " + max_record.error().message());
  out.round_pages = *pages;
  out.round_seconds = *seconds;
  out.max_record_bytes = *max_record;
  if (flags.collection) {
    if (Status s = check_collection_name(*flags.collection); !s.ok()) return s;
    out.collection = *flags.collection;
  }
  for (const std::string& field : flags.fields) {
    if (Status s = rename_field(field, out.fields); !s.ok()) return s;
  }
  return out;
}

uint64_t all_rejected(const IngestReport& report) {
  uint64_t out = 0;
  for (const auto& [reason, count] : report.rejected) out += count;
  return out;
}

// Records that came too late or too early are not broken.
uint64_t broken(const IngestReport& report) {
  uint64_t out = all_rejected(report);
  for (const char* reason : {"older_version", "same_version", "unknown_page", "clock_backwards"}) {
    if (const auto at = report.rejected.find(reason); at != report.rejected.end()) {
      out -= at->second;
    }
  }
  return out;
}

void print_json(const IngestReport& report, uint64_t round) {
  const bool staged = !report.collection.name.empty();
  json::JsonWriter json;
  json.begin_object();
  json.key("records").number(report.records);
  json.key("skipped").number(report.skipped);
  json.key("accepted").number(report.accepted);
  if (!staged) json.key("unchanged").number(report.unchanged);
  json.key("passed").number(report.passed);
  write_rejected(json, report.rejected);
  if (staged) {
    write_collection(json, report.collection);
  } else {
    json.key("rounds").number(report.rounds);
    json.key("new_texts").number(report.new_texts);
    json.key("round").number(round);
  }
  json.end_object();
  std::cout << json.take_line();
}

void print_text(const IngestReport& report, uint64_t round) {
  std::cout << "records: " << report.records << " read, " << report.accepted << " accepted, "
            << report.passed << " not pages, " << all_rejected(report) << " rejected\n";
  if (report.skipped > 0) {
    std::cout << "already read by an earlier run: " << report.skipped << "\n";
  }
  std::cout << rejected_text(report.rejected);
  if (!report.collection.name.empty()) {
    std::cout << collection_text(report.collection);
    return;
  }
  std::cout << "unchanged pages: " << report.unchanged << ", new texts: " << report.new_texts
            << "\nround: " << round << "\n";
}

int run_ingest(const Flags& flags) {
  auto options = store_options(flags);
  if (!options) return report(options.error());
  auto how = ingest_options(flags);
  if (!how) return report(how.error());
  auto limit = parse_rejected_share(flags.max_rejected);
  if (!limit) return report(limit.error());
  // A wrong name must not leave a new store behind.
  if (auto inputs = ingest::expand_inputs(flags.inputs, {}); !inputs) {
    return report(inputs.error());
  }
  auto store = Store::open(flags.store, *options);
  if (!store) return report(store.error());
  auto done = [&] {
    ProgressLine progress;
    return store->ingest(flags.inputs, *how, progress.fn());
  }();
  if (!done) return report(done.error());
  for (const std::string& warning : done->warnings) warn(warning);
  for (const std::string& rejected : done->first_rejected) warn(rejected);
  const uint64_t rejected = all_rejected(*done);
  if (rejected > done->first_rejected.size()) {
    warn(count_text(rejected - done->first_rejected.size(), "more rejected record"));
  }
  if (flags.json) {
    print_json(*done, store->round());
  } else {
    print_text(*done, store->round());
  }
  return code_for_rejected(done->records, broken(*done), *limit);
}

}  // namespace

std::unique_ptr<Verb> ingest_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "ingest", "STORE INPUT... [options]", "add new, changed and dead pages to a store",
      "Submits what INPUT says about pages to STORE: new, changed, moved and dead ones. The same\n"
      "command again goes on where it was, also after a crash.",
      "doppel ingest crawl.store monday/*.warc.gz",
      "0 success, 1 input or output failed, 2 bad command line, 3 too many records rejected");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("STORE", flags->store, "folder of the store; it is created if it is absent")
      ->type_name("STORE")
      ->required()
      ->group("input");
  app.add_option("INPUT", flags->inputs, "files, folders, globs or -: JSONL, WARC, ARC")
      ->type_name("INPUT...")
      ->required()
      ->group("input");
  add_field_flag(app, flags->fields);
  app.add_option("--max-record", flags->max_record,
                 "reject records above this size (default 64M, at most 512M)")
      ->type_name("SIZE")
      ->group("input");
  app.add_option("--predicate", flags->predicate,
                 "when two texts are duplicates; the default is \"jaccard(word,5) >= 4/5\"")
      ->type_name("P")
      ->group("new store");
  app.add_option("--markets", flags->markets,
                 "file of markets: orders in which pages are preferred")
      ->type_name("FILE")
      ->group("new store");
  app.add_option("--mode", flags->mode, "sound (default), or paper: the approximations of a paper")
      ->type_name("NAME")
      ->group("new store");
  app.add_option("--view", flags->view, "of HTML: main, full, or any (either of them, default)")
      ->type_name("NAME")
      ->group("new store");
  app.add_option("--collection", flags->collection,
                 "stage the crawl under this name; doppel collections commits or drops it")
      ->type_name("NAME")
      ->group("output");
  app.add_option("--round-pages", flags->round_pages, "pages written at a time (default 10000)")
      ->type_name("N")
      ->group("output");
  app.add_option("--round-seconds", flags->round_seconds,
                 "write what was read after N seconds at the latest (default 10)")
      ->type_name("N")
      ->group("output");
  app.add_option("--keep-events", flags->keep_events,
                 "keep the newest N change events (default: all)")
      ->type_name("N")
      ->group("output");
  app.add_option("--max-rejected", flags->max_rejected,
                 "exit with code 3 if a larger share is rejected (default 1/2)")
      ->type_name("R")
      ->group("output");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_ingest(*flags); };
  return verb;
}

}  // namespace doppel::cli
