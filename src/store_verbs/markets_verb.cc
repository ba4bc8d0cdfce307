#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store;
  std::optional<std::string> file;
  bool preview = false, json = false;
};

std::string_view name(MarketMove::Kind kind) {
  switch (kind) {
    case MarketMove::Kind::kWinner: return "winner";
    case MarketMove::Kind::kRemoved: return "removed";
    case MarketMove::Kind::kKept: return "kept";
  }
  return "";
}

void print_json(const MarketMove& move) {
  json::JsonWriter json;
  json.begin_object();
  json.key("moves").string(name(move.kind));
  json.key("market").string(move.market);
  json.key("group").string(move.group);
  if (move.kind != MarketMove::Kind::kWinner) json.key("page").string(move.page);
  json.key("was").string(move.was);
  json.key("is").string(move.is);
  json.end_object();
  std::cout << json.take_line();
}

std::string kept_text(const std::string& kept) {
  return kept.empty() ? "kept" : "removed for " + kept;
}

void print_text(const MarketMove& move) {
  const bool winner = move.kind == MarketMove::Kind::kWinner;
  std::string out = move.market + ": ";
  if (winner) {
    out += "group " + move.group + ": winner " + move.was + " -> " + move.is;
  } else {
    out += move.page + ": " + kept_text(move.was) + " -> " + kept_text(move.is);
  }
  std::cout << checks::printable(out) << "\n";
}

void print_json(const MarketsReport& report, bool preview) {
  json::JsonWriter json;
  json.begin_object();
  json.key("preview").boolean(preview);
  json.key("round").number(report.round);
  json.key("markets").begin_array();
  for (const MarketChange& market : report.markets) {
    json.begin_object();
    json.key("market").string(market.name);
    json.key("change").string(name(market.kind));
    json.key("winners").number(market.winners);
    json.key("now_removed").number(market.now_removed);
    json.key("now_kept").number(market.now_kept);
    json.key("other_proof").number(market.other_proof);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  std::cout << json.take_line();
}

void print_text(const MarketsReport& report, bool preview) {
  for (const MarketChange& market : report.markets) {
    std::cout << "market " << market.name << ": " << name(market.kind);
    if (market.kind == MarketChange::Kind::kAdded || market.kind == MarketChange::Kind::kChanged) {
      std::cout << ", " << market.winners << " winners move, " << market.now_removed
                << " pages become removed, " << market.now_kept << " kept, " << market.other_proof
                << " removed for another page";
    }
    std::cout << "\n";
  }
  std::cout << (preview ? "nothing was changed; the last round is " : "round: ") << report.round
            << "\n";
}

void warn_about(const MarketsReport& report) {
  for (const std::string& field : report.new_fields) {
    warn("pages have no field \"" + field +
         "\" yet, because no rule has read it so far; they get it when they are ingested again");
  }
  if (report.hot_buckets) {
    warn(
        "more than 512 texts of the store are very much alike; the change may move a few more "
        "winners among them");
  }
}

int run_preview(const Flags& flags, const std::string& file) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead});
  if (!store) return report(store.error());
  auto done = store->preview_markets(file, [&](const MarketMove& move) {
    if (flags.json) {
      print_json(move);
    } else {
      print_text(move);
    }
    return std::cout.good() ? Status() : io_error("cannot write to standard output");
  });
  if (!done) return report(done.error());
  warn_about(*done);
  if (flags.json) {
    print_json(*done, true);
  } else {
    print_text(*done, true);
  }
  return kDone;
}

int run_change(const Flags& flags, const std::string& file) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kWrite});
  if (!store) return report(store.error());
  auto done = [&] {
    ProgressLine progress;
    return store->set_markets(file, progress.fn());
  }();
  if (!done) return report(done.error());
  warn_about(*done);
  if (flags.json) {
    print_json(*done, false);
  } else {
    print_text(*done, false);
  }
  return kDone;
}

int run_list(const Flags& flags) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead, .index = false});
  if (!store) return report(store.error());
  if (!flags.json) {
    std::cout << store->market_rules();
    return kDone;
  }
  json::JsonWriter json;
  json.begin_object().key("markets").begin_array();
  for (const std::string& market : store->markets()) json.string(market);
  json.end_array().key("rules").string(store->market_rules()).end_object();
  std::cout << json.take_line();
  return kDone;
}

int run_markets(const Flags& flags) {
  if (!flags.file) {
    if (flags.preview) return report(invalid_argument("--preview needs a FILE of markets"));
    return run_list(flags);
  }
  auto file = read_markets(*flags.file);
  if (!file) return report(file.error());
  return flags.preview ? run_preview(flags, *file) : run_change(flags, *file);
}

}  // namespace

std::unique_ptr<Verb> markets_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "markets", "STORE [FILE] [options]", "show or change the markets of a store",
      "Prints the markets of STORE and their rules, or exchanges them for those of FILE. With\n"
      "--preview, only lists the winners and verdicts that would move. Readers go on meanwhile.",
      "doppel markets crawl.store markets.txt --preview");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("FILE", flags->file, "file of markets: orders in which pages are preferred")
      ->type_name("FILE")
      ->group("input");
  app.add_flag("--preview", flags->preview, "list what would move, and change nothing")
      ->group("rules");
  app.add_flag("--json", flags->json, "print lines of JSON")->group("output");
  verb->run = [flags] { return run_markets(*flags); };
  return verb;
}

}  // namespace doppel::cli
