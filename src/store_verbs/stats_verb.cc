#include <iomanip>
#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, sample = "100";
  bool json = false, digest = false;
};

uint64_t all_bytes(const StoreStats& stats) {
  uint64_t out = 0;
  for (const FamilyBytes& family : stats.disk) out += family.bytes;
  return out;
}

void print_json(const StoreStats& stats, const Store& store, const std::string& digest) {
  json::JsonWriter json;
  json.begin_object();
  json.key("predicate").string(store.predicate().to_string());
  json.key("view").string(name(store.view()));
  json.key("round").number(stats.round);
  json.key("events").number(stats.events);
  json.key("pages").number(stats.pages);
  json.key("redirects").number(stats.redirects);
  json.key("dead").number(stats.dead);
  json.key("texts").number(stats.texts);
  json.key("groups").number(stats.groups);
  json.key("stale_groups").number(stats.stale_groups);
  json.key("removed").begin_object();
  for (const auto& [market, count] : stats.removed) json.key_of(market).number(count);
  json.end_object();
  json.key("members").begin_object();
  for (const StoreStats::Members& of : stats.members) {
    json.key_of(of.market).begin_object();
    json.key("pages").number(of.pages);
    json.key("unlike_winner").number(of.unlike_winner);
    json.end_object();
  }
  json.end_object();
  json.key("disk_bytes").begin_object();
  for (const FamilyBytes& family : stats.disk) json.key_of(family.name).number(family.bytes);
  json.end_object();
  json.key("index_bytes").number(stats.index_bytes);
  json.key("bitmap_bytes").number(stats.bitmap_bytes);
  json.key("recall_pairs").number(stats.sampled_pairs);
  json.key("recall_found").number(stats.found_pairs);
  if (!digest.empty()) json.key("digest").string(digest);
  json.end_object();
  std::cout << json.take_line();
}

void print_text(const StoreStats& stats, const Store& store, const std::string& digest) {
  std::cout << "predicate  " << store.predicate().to_string() << ", view " << name(store.view())
            << "\n"
            << "round      " << stats.round << ", " << count_text(stats.events, "event") << "\n"
            << "pages      " << stats.pages << " live, " << stats.redirects << " redirects, "
            << stats.dead << " dead\n"
            << "texts      " << stats.texts << " distinct, " << count_text(stats.groups, "group")
            << " of two or more\n";
  for (const auto& [market, count] : stats.removed) {
    std::cout << "removed    " << count << " in market " << market << "\n";
  }
  for (const StoreStats::Members& of : stats.members) {
    if (of.pages == 0) continue;
    std::cout << "members    " << of.unlike_winner << " of " << of.pages
              << " do not resemble the winner of their group ("
              << fraction_text(of.unlike_winner, of.pages) << ") in market " << of.market << "\n";
  }
  if (stats.stale_groups > 0) {
    std::cout << "waiting    " << count_text(stats.stale_groups, "large group")
              << " to be walked in the next round\n";
  }
  if (stats.sampled_pairs > 0) {
    std::cout << "recall     " << fraction_text(stats.found_pairs, stats.sampled_pairs) << " ("
              << stats.found_pairs << " of " << stats.sampled_pairs << " pairs of sampled texts)\n";
  }
  const uint64_t pages = std::max<uint64_t>(stats.pages, 1);
  for (const FamilyBytes& family : stats.disk) {
    std::cout << "disk       " << std::setw(12) << bytes_text(family.bytes) << "  " << std::setw(6)
              << family.bytes / pages << " B a page  " << family.name << "\n";
  }
  std::cout << "disk       " << std::setw(12) << bytes_text(all_bytes(stats)) << "  "
            << std::setw(6) << all_bytes(stats) / pages << " B a page  in all\n"
            << "memory     " << bytes_text(stats.index_bytes) << " of index, "
            << bytes_text(stats.bitmap_bytes) << " of bitmaps\n";
  if (!digest.empty()) std::cout << "digest     " << digest << "\n";
}

int run_stats(const Flags& flags) {
  auto sample = parse_number("--recall-sample", flags.sample, 0, 100'000);
  if (!sample) return report(sample.error());
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead});
  if (!store) return report(store.error());
  auto stats = store->stats(*sample);
  if (!stats) return report(stats.error());
  std::string digest;
  if (flags.digest) {
    auto made = store->digest();
    if (!made) return report(made.error());
    digest = *made;
  }
  flags.json ? print_json(*stats, *store, digest) : print_text(*stats, *store, digest);
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> stats_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "stats", "STORE [options]", "print numbers about a store",
      "Prints how many pages, texts and groups a store has, its bytes on disk and in memory, and "
      "the\n"
      "recall of its candidate index, measured on sampled texts that are compared with all others.",
      "doppel stats crawl.store --digest");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("--recall-sample", flags->sample,
                 "how many texts to compare with all others (default 100)")
      ->type_name("N")
      ->group("rules");
  app.add_flag("--digest", flags->digest,
               "also print a digest of all live pages and what becomes of them")
      ->group("output");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_stats(*flags); };
  return verb;
}

}  // namespace doppel::cli
