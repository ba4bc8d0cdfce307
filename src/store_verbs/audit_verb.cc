#include <iostream>
#include <unordered_set>

#include "check/printable.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/each_line.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, market = "neutral", distinct;
  bool json = false;
};

struct Totals {
  uint64_t listed = 0;    // lines that are not blank
  uint64_t repeated = 0;  // the same page as an earlier line
  uint64_t kept = 0, removed = 0, redirects = 0, dead = 0, unknown = 0;

  uint64_t live() const { return kept + removed; }
};

class Audit {
 public:
  Audit(const Store& store, const Flags& flags) : store_(store), flags_(flags) {}

  Status run() {
    std::vector<std::string> urls;
    Status read = for_each_line_of(flags_.distinct, [&](const std::string& url) {
      urls.push_back(url);
      if (const std::string key = key_of(url); !key.empty()) listed_.insert(key);
      return true;
    });
    if (!read.ok()) return read;
    std::unordered_set<std::string> seen;
    for (const std::string& url : urls) {
      ++totals_.listed;
      const std::string key = key_of(url);
      if (key.empty()) {
        ++totals_.unknown;
        print_unknown(url, "not an absolute URL");
      } else if (!seen.insert(key).second) {
        ++totals_.repeated;
      } else if (Status s = judge(url); !s.ok()) {
        return s;
      }
    }
    return {};
  }

  void print_totals() const {
    const std::string rate =
        totals_.live() == 0 ? "no rate" : fraction_text(totals_.removed, totals_.live());
    if (flags_.json) {
      json::JsonWriter json;
      json.begin_object();
      json.key("listed").number(totals_.listed);
      json.key("repeated").number(totals_.repeated);
      json.key("live").number(totals_.live());
      json.key("removed").number(totals_.removed);
      json.key("redirects").number(totals_.redirects);
      json.key("dead").number(totals_.dead);
      json.key("unknown").number(totals_.unknown);
      if (totals_.live() > 0) json.key("rate").decimal6(totals_.removed, totals_.live());
      json.end_object();
      std::cout << json.take_line();
      return;
    }
    std::cout << count_text(totals_.listed, "URL") << " listed: " << totals_.live() << " live, "
              << totals_.redirects << " redirects, " << totals_.dead << " dead, " << totals_.unknown
              << " unknown, " << totals_.repeated << " repeated\n"
              << "removed although listed as distinct: " << totals_.removed << " of "
              << totals_.live() << " (" << rate << ")\n";
  }

 private:
  static std::string key_of(const std::string& url) {
    auto canonical = canonical_url(url, UrlLevel::kSafe);
    return canonical ? *canonical : std::string();
  }

  Status judge(const std::string& url) {
    auto answer = store_.status(url, {.market = flags_.market, .verify = true});
    if (!answer) return answer.status();
    switch (answer->verdict) {
      case Verdict::kUnknown:
        ++totals_.unknown;
        print_unknown(url, "");
        break;
      case Verdict::kKept: ++totals_.kept; break;
      case Verdict::kRemoved:
        ++totals_.removed;
        print_removed(*answer);
        break;
      case Verdict::kRedirect: ++totals_.redirects; break;
      case Verdict::kDead: ++totals_.dead; break;
    }
    return {};
  }

  void print_unknown(const std::string& url, const std::string& why) const {
    if (flags_.json) {
      json::JsonWriter json;
      json.begin_object().key("url").string(url).key("verdict").string(name(Verdict::kUnknown));
      json.end_object();
      std::cout << json.take_line();
    } else {
      std::cout << "unknown  " << checks::printable(url) << (why.empty() ? "" : ": " + why) << "\n";
    }
  }

  void print_removed(const StatusAnswer& answer) const {
    const bool kept_listed = listed_.contains(answer.kept);
    if (flags_.json) {
      json::JsonWriter json;
      json.begin_object().key("url").string(answer.url);
      json.key("verdict").string(name(answer.verdict));
      json.key("kept").string(answer.kept);
      json.key("kept_is_listed").boolean(kept_listed);
      write_proof(json, answer.level, answer.similarity, answer.view);
      json.end_object();
      std::cout << json.take_line();
      return;
    }
    std::cout << "removed  " << checks::printable(answer.url) << "\n         for "
              << checks::printable(answer.kept) << (kept_listed ? ", which is listed too: " : ": ")
              << proof_text(answer.level, answer.similarity, answer.view) << "\n";
  }

  const Store& store_;
  const Flags& flags_;
  std::unordered_set<std::string> listed_;
  Totals totals_;
};

int run_audit(const Flags& flags) {
  auto store = Store::open(flags.store, {.access = StoreOptions::Access::kRead, .index = false});
  if (!store) return report(store.error());
  Audit audit(*store, flags);
  if (Status s = audit.run(); !s.ok()) return report(s);
  audit.print_totals();
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> audit_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "audit", "STORE --distinct FILE [options]",
      "compare a store with a list of pages that are distinct",
      "FILE has the URLs of pages that somebody else considers distinct, one per line. Prints "
      "which\n"
      "of them the store has removed, for which page and why, counted again, and the rate.",
      "doppel audit crawl.store --distinct directory.txt");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("--distinct", flags->distinct, "URLs, one per line; - reads standard input")
      ->type_name("FILE")
      ->required()
      ->group("input");
  add_market_flag(app, flags->market);
  app.add_flag("--json", flags->json, "print lines of JSON, the totals last")->group("output");
  verb->run = [flags] { return run_audit(*flags); };
  return verb;
}

}  // namespace doppel::cli
