#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "json/json_writer.h"
#include "store_verbs/each_line.h"
#include "store_verbs/store_output.h"
#include "store_verbs/time_flags.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store;
  std::vector<std::string> urls;
  std::optional<std::string> market, now, collection;
  bool verify = false, json = false;
};

void write_pending(json::JsonWriter& json, const PendingUpdate& pending) {
  json.key("pending").begin_object();
  json.key("kind").string(name(pending.kind));
  json.key("version").number(pending.version);
  json.key("time").raw(std::to_string(pending.time_ms));
  if (pending.kind == PageUpdate::Kind::kRedirect) {
    json.key("target").string(pending.target);
    json.key("permanent").boolean(pending.permanent);
  }
  if (pending.kind == PageUpdate::Kind::kDead) {
    json.key("http_status").number(pending.http_status);
  }
  if (pending.kind == PageUpdate::Kind::kPage) {
    json.key("similar").begin_array();
    for (const SimilarPage& page : pending.similar) write_similar(json, page);
    json.end_array();
  }
  json.end_object();
}

void print_json(const StatusAnswer& answer, const std::string& market, const Flags& flags) {
  json::JsonWriter json;
  json.begin_object();
  json.key("url").string(answer.url);
  json.key("market").string(market);
  json.key("verdict").string(name(answer.verdict));
  if (answer.verdict == Verdict::kRemoved) {
    json.key("kept").string(answer.kept);
    write_proof(json, answer.level, answer.similarity, answer.view);
    json.key("verified").boolean(answer.verified);
  }
  if (answer.failed) json.key("verification_failed").boolean(true);
  if (answer.verdict == Verdict::kRedirect) {
    json.key("chain").begin_array();
    for (const std::string& step : answer.chain) json.string(step);
    json.end_array();
    json.key("end").string(answer.end);
    json.key("permanent").boolean(answer.permanent);
  }
  if (answer.verdict == Verdict::kDead) json.key("http_status").number(answer.http_status);
  if (answer.verdict != Verdict::kUnknown) {
    json.key("group").string(answer.group);
    json.key("winner").string(answer.winner);
    json.key("version").number(answer.version);
    json.key("first_seen").raw(std::to_string(answer.first_seen_ms));
    json.key("last_seen").raw(std::to_string(answer.last_seen_ms));
    json.key("unchanged_since").raw(std::to_string(answer.unchanged_since_ms));
    json.key("age_seconds").number(static_cast<uint64_t>(answer.age_ms / 1000));
    json.key("recheck_due").boolean(answer.recheck_due);
    json.key("flags").begin_array();
    for (const std::string& flag : answer.flags) json.string(flag);
    json.end_array();
  }
  if (flags.collection) {
    json.key("collection").string(*flags.collection);
    if (answer.pending) {
      write_pending(json, *answer.pending);
    } else {
      json.key("pending").raw("null");
    }
  }
  json.end_object();
  std::cout << json.take_line();
}

std::string row(std::string head, const std::string& value) {
  constexpr size_t kColumn = 12;
  head.resize(kColumn, ' ');
  return head + checks::printable(value) + "\n";
}

std::string pending_text(const std::optional<PendingUpdate>& pending,
                         const std::string& collection) {
  if (!pending) return row("pending", "nothing newer in collection " + collection);
  std::string what(name(pending->kind));
  if (pending->kind == PageUpdate::Kind::kRedirect) what += " to " + pending->target;
  if (pending->kind == PageUpdate::Kind::kDead && pending->http_status != 0) {
    what += " " + std::to_string(pending->http_status);
  }
  std::string out =
      row("pending", what + ", version " + std::to_string(pending->version) + ", " +
                         time_text(pending->time_ms) + ", in collection " + collection);
  if (pending->kind != PageUpdate::Kind::kPage) return out;
  for (const SimilarPage& page : pending->similar) {
    const Level level = page.equal_words ? Level::kWords : Level::kNear;
    out += row("resembles", page.url + "  " + proof_text(level, page.similarity, page.view) + ", " +
                                std::string(name(page.verdict)));
  }
  return pending->similar.empty() ? out + row("resembles", "nothing in the store") : out;
}

void print_text(const StatusAnswer& answer, const std::string& market, const Flags& flags) {
  std::string out = row("url", answer.url);
  if (!market.empty()) out += row("market", market);
  out += row("verdict", std::string(name(answer.verdict)));
  if (answer.verdict == Verdict::kRemoved) {
    out += row("kept", answer.kept);
    out += row("proof", proof_text(answer.level, answer.similarity, answer.view) +
                            (answer.verified ? ", verified" : ""));
  }
  if (answer.failed) out += row("note", "its removal could not be verified, so it counts as kept");
  if (answer.verdict == Verdict::kRedirect) {
    for (size_t i = 1; i < answer.chain.size(); ++i) out += row("via", answer.chain[i]);
    out += row("leads to", answer.end.empty() ? "a circle" : answer.end);
    out += row("kind", answer.permanent ? "permanent" : "temporary");
  }
  if (answer.verdict == Verdict::kDead) {
    out += row("status", answer.http_status == 0 ? "expired" : std::to_string(answer.http_status));
  }
  if (answer.verdict != Verdict::kUnknown) {
    out += row("group", answer.group);
    if (!answer.winner.empty()) out += row("winner", answer.winner);
    out += row("last seen", time_text(answer.last_seen_ms) + ", " + age_text(answer.age_ms) +
                                " ago" + (answer.recheck_due ? ", a recheck is due" : ""));
    for (const std::string& flag : answer.flags) out += row("flag", flag);
  }
  if (flags.collection) out += pending_text(answer.pending, *flags.collection);
  std::cout << out;
}

class Printer {
 public:
  Printer(const Store& store, const Flags& flags, int64_t now)
      : store_(store),
        flags_(flags),
        now_(now),
        markets_(flags.market ? std::vector<std::string>{*flags.market} : store.markets()) {}

  // False: the store cannot answer any more.
  bool print(const std::string& url) {
    for (const std::string& market : markets_) {
      auto answer = store_.status(url, {.market = market,
                                        .now_ms = now_,
                                        .verify = flags_.verify,
                                        .collection = flags_.collection.value_or("")});
      if (!answer) {
        code_ = report(answer.error());
        return answer.error().code() == StatusCode::kInvalidArgument;
      }
      print(*answer, market);
    }
    return true;
  }
  int code() const { return code_; }

 private:
  void print(const StatusAnswer& answer, const std::string& market) {
    if (flags_.json) return print_json(answer, market, flags_);
    std::cout << (printed_ ? "\n" : "");
    print_text(answer, markets_.size() > 1 || flags_.market ? market : "", flags_);
    printed_ = true;
  }

  const Store& store_;
  const Flags& flags_;
  const int64_t now_;
  std::vector<std::string> markets_;
  int code_ = kDone;
  bool printed_ = false;
};

int run_status(const Flags& flags) {
  auto now = now_of(flags.now);
  if (!now) return report(now.error());
  if (flags.collection) {
    if (Status s = check_collection_name(*flags.collection); !s.ok()) return report(s);
  }
  // What a staged text resembles is looked up in the index.
  auto store = Store::open(
      flags.store, {.access = StoreOptions::Access::kRead, .index = flags.collection.has_value()});
  if (!store) return report(store.error());
  Printer printer(*store, flags, *now);
  Status read = for_each_line_or_value(flags.urls,
                                       [&](const std::string& url) { return printer.print(url); });
  return read.ok() ? printer.code() : report(read);
}

}  // namespace

std::unique_ptr<Verb> status_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "status", "STORE URL...|- [options]", "tell what a store says about pages",
      "Is this page a duplicate, of what, and why? Reads URLs from the command line, or from\n"
      "standard input, one per line. Works beside a running ingest.",
      "doppel status crawl.store https://example.org/a --verify");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("URL", flags->urls, "URLs; - reads them from standard input, one per line")
      ->type_name("URL...")
      ->required()
      ->group("input");
  app.add_option("--market", flags->market, "only this market (default: every market of the store)")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--collection", flags->collection,
                 "also tell what this staged crawl has for the page, and what that resembles")
      ->type_name("NAME")
      ->group("rules");
  app.add_flag("--verify", flags->verify, "count the similarity again on the stored texts")
      ->group("rules");
  add_now_flag(app, flags->now);
  app.add_flag("--json", flags->json, "print one JSON object per URL and market")->group("output");
  verb->run = [flags] { return run_status(*flags); };
  return verb;
}

}  // namespace doppel::cli
