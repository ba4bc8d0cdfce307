#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "cli/read_text.h"
#include "json/json_writer.h"
#include "store_verbs/store_output.h"
#include "store_verbs/time_flags.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, file, market = "neutral", limit = "10";
  std::optional<std::string> now;
  bool json = false;
};

void print_json(const SimilarPage& page) {
  json::JsonWriter json;
  write_similar(json, page);
  std::cout << json.take_line();
}

int run_similar(const Flags& flags) {
  auto limit = parse_number("--limit", flags.limit, 1, 10'000);
  if (!limit) return report(limit.error());
  auto now = now_of(flags.now);
  if (!now) return report(now.error());
  auto bytes = read_bytes(flags.file);
  if (!bytes) return report(bytes.error());
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead});
  if (!store) return report(store.error());
  const SimilarQuery query{.html = looks_like_html(*bytes, flags.file),
                           .market = flags.market,
                           .limit = *limit,
                           .now_ms = *now};
  auto pages = store->similar(query.html ? *bytes : valid_utf8(*bytes), query);
  if (!pages) return report(pages.error());
  for (const SimilarPage& page : *pages) {
    if (flags.json) {
      print_json(page);
      continue;
    }
    const Level level = page.equal_words ? Level::kWords : Level::kNear;
    std::cout << checks::printable(page.url) << "  "
              << proof_text(level, page.similarity, page.view) << ", " << name(page.verdict)
              << "\n";
  }
  if (pages->empty() && !flags.json) std::cout << "nothing in the store resembles it\n";
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> similar_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(program, "similar", "STORE FILE|- [options]",
                                     "find the pages of a store that resemble a text",
                                     "Lists the pages whose texts satisfy the store's predicate "
                                     "with FILE (HTML or plain text), the\n"
                                     "most similar first. Every similarity is counted on the "
                                     "texts; nothing is added to the store.",
                                     "doppel similar crawl.store draft.html");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("FILE", flags->file, "a text or HTML file, or - for standard input")
      ->type_name("FILE")
      ->required()
      ->group("input");
  add_market_flag(app, flags->market);
  add_now_flag(app, flags->now);
  app.add_option("--limit", flags->limit, "how many pages at most (default 10)")
      ->type_name("N")
      ->group("output");
  app.add_flag("--json", flags->json, "print one JSON object per page")->group("output");
  verb->run = [flags] { return run_similar(*flags); };
  return verb;
}

}  // namespace doppel::cli
