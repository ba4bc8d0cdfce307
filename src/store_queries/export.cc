// Tested by store_digest_test.cc and tests/cli/store_ingest.test.
#include "store_queries/export.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "group_state/freshness.h"
#include "json/json_writer.h"
#include "store_queries/page_scan.h"
#include "texts/text_views.h"

namespace doppel::store_queries {
namespace {

// The shortest decimal that reads back as the same double.
std::string decimal(double value) {
  std::array<char, 32> out;
  const auto [end, error] = std::to_chars(out.data(), out.data() + out.size(), value);
  return error == std::errc() ? std::string(out.data(), end) : "0";
}

void write_text(std::string_view stored, json::JsonWriter& json) {
  const texts::TextViews views = texts::read_views(stored);
  json.key("text").string(views.full);
  if (!views.two) return;
  json.key("main").string(views.main);
  if (!views.title.empty()) json.key("title").string(views.title);
}

// A market may look at a field that the line has in any case.
bool is_own_field(std::string_view name) {
  constexpr std::array<std::string_view, 15> kOwn = {
      "url",  "text",    "html",   "main",     "title",  "id",   "score", "canonical",
      "time", "version", "status", "redirect", "delete", "flag", "report"};
  return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
}

void write_facts(const group_state::PageRow& row, json::JsonWriter& json) {
  if (row.score >= 0) json.key("score").raw(decimal(row.score));
  if (!row.canonical.empty()) json.key("canonical").string(row.canonical);
  json.key("time").raw(std::to_string(row.first_seen));
  json.key("version").number(row.version);
  for (const auto& [name, value] : row.fields) {
    if (!is_own_field(name)) json.key_of(name).string(value);
  }
}

Verdict verdict_of(const ScannedPage& page) {
  if (page.row.redirects()) return Verdict::kRedirect;
  if (!page.row.live()) return Verdict::kDead;
  return page.proof ? Verdict::kRemoved : Verdict::kKept;
}

}  // namespace

Status export_pages(const living_store::LivingStore& store, const LineFn& write) {
  const living_store::StoreView view = store.view();
  std::string buffer;
  json::JsonWriter json;
  return for_each_page(view, [&](std::string_view key, const group_state::PageRow& row) -> Status {
    if (!row.live()) return {};
    auto text = view.words->text_of_page(key, row.text, buffer);
    if (!text) return text.status();
    json.begin_object();
    json.key("url").string(row.url.empty() ? key : std::string_view(row.url));
    write_text(*text, json);
    write_facts(row, json);
    json.end_object();
    return write(json.take_line());
  });
}

Status export_list(const living_store::LivingStore& store, Store::ExportList list,
                   std::string_view market_name, const LineFn& write) {
  const living_store::StoreView view = store.view();
  auto market = market_of(view.groups.rules(), market_name);
  if (!market) return market.status();
  ProofNamer namer(view, store.settings());
  json::JsonWriter json;
  const bool wants_removed = list == Store::ExportList::kRemoved;
  return for_each_live_page(view, store, *market, [&](const ScannedPage& page) -> Status {
    if (page.proof.has_value() != wants_removed) return {};
    json.begin_object().key("url").string(page.url);
    if (page.proof) {
      auto named = namer.name(*page.proof, page.row.text, page.kept_text);
      if (!named) return named.status();
      json.key("kept").string(page.kept_url);
      json.key("level").string(name(named->level));
      const Similarity& counts = named->similarity;
      json.key("similarity").begin_object();
      json.key("common").number(counts.common);
      json.key("left_only").number(counts.left_only);
      json.key("right_only").number(counts.right_only);
      json.key("jaccard").decimal6(counts.common, counts.in_union());
      json.end_object();
    }
    json.end_object();
    return write(json.take_line());
  });
}

Status export_recheck(const living_store::LivingStore& store, std::string_view market_name,
                      int64_t now_ms, const LineFn& write) {
  const living_store::StoreView view = store.view();
  auto market = market_of(view.groups.rules(), market_name);
  if (!market) return market.status();
  json::JsonWriter json;
  const auto is_due = [&](const group_state::PageRow& row) {
    return group_state::is_recheck_due(row, now_ms);
  };
  return for_each_wanted_page(view, store, *market, is_due, [&](const ScannedPage& page) -> Status {
    const group_state::PageRow& row = page.row;
    const int64_t due = row.last_seen + group_state::recheck_after_ms(row);
    json.begin_object().key("url").string(page.url);
    json.key("verdict").string(name(verdict_of(page)));
    if (page.proof) json.key("kept").string(page.kept_url);
    json.key("last_seen").raw(std::to_string(row.last_seen));
    json.key("unchanged_since").raw(std::to_string(row.unchanged_since()));
    json.key("due").raw(std::to_string(due));
    json.key("age_seconds").raw(std::to_string(group_state::age_ms(row, now_ms) / 1000));
    json.end_object();
    return write(json.take_line());
  });
}

}  // namespace doppel::store_queries
