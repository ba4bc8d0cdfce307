// A run over a web archive and a store that was told of the same records, round after round, remove
// the same pages for the same pages: HTML with canonical links and dates.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <sstream>

#include "doppel/dedup.h"
#include "group/canonical_names.h"
#include "group/winner_rules.h"
#include "json/json_value.h"
#include "scenarios/oracle.h"
#include "scenarios/world.h"
#include "support/temp_folder.h"

namespace doppel::scenarios {
namespace {

using support::read_whole;
using support::TempFolder;

constexpr uint32_t kArchives = 60;

Predicate predicate() {
  Predicate out;
  out.rules.k = 1;
  out.threshold = {4, 5};
  return out;
}

// Pages of a few sites whose texts are ten words from a circle of fourteen: neighbours in the
// circle resemble each other.
class ArchiveMaker {
 public:
  explicit ArchiveMaker(uint32_t seed) : random_(seed) {
    while (urls_.size() < 14) urls_.insert(any_url());
  }

  std::string archive() {
    std::string out;
    for (const std::string& url : urls_) out += record(url);
    return out;
  }

 private:
  size_t pick(size_t count) { return random_() % count; }
  std::string any(const std::vector<std::string>& from) { return from[pick(from.size())]; }

  std::string any_url() {
    return any({"http://", "https://"}) + any({"a.org", "www.a.org", "b.co.uk", "c.co.uk"}) +
           any({"/x", "/y", "/x?q", "/%7ejo", "/long/er"});
  }

  std::string head() {
    std::string out;
    if (pick(6) == 0)
      out += "<base href='" + any({"/long/", "http://www.a.org", "//b.co.uk"}) + "'>";
    if (pick(2) == 0)
      out += "<link rel=canonical href='" + any({any_url(), "#", "er", "/~jo"}) + "'>";
    return out;
  }

  std::string record(const std::string& url) {
    std::string html = "<html><head>" + head() + "</head><body><p>";
    const size_t first = pick(14);
    for (size_t i = 0; i < 10; ++i) html += "word" + std::to_string((first + i) % 14) + " ";
    const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html;
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url +
           "\r\nWARC-Date: 2020-01-01T00:00:0" + std::to_string(pick(3)) +
           "Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
           std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
  }

  std::mt19937 random_;
  std::set<std::string> urls_;
};

// By the removed page: the page kept instead.
using Removals = std::map<std::string, std::string>;

Removals by_a_run(const std::string& archive, const std::string& out) {
  DedupOptions options;
  options.predicate = predicate();
  options.strategy = Strategy::kExact;
  options.view = View::kFull;
  auto summary = dedup({archive}, out, options);
  EXPECT_TRUE(summary) << summary.error().message();
  std::istringstream lines(read_whole(out + "/duplicates.jsonl"));
  Removals removals;
  for (std::string line; std::getline(lines, line);) {
    auto json = json::JsonDocument::parse(line);
    auto url = [&](const char* key) {
      return group::key_url(*json->root().get(key)->get_string("url"));
    };
    removals[url("removed")] = url("kept");
  }
  return removals;
}

Happening event_of(const Record& record) {
  const PageText page = extract_html(record.payload);
  Happening out;
  out.text = page.full;
  out.event.key = group::key_url(record.url);
  out.event.url = record.url;
  out.event.canonical =
      group::canonical_of(record.url, {.href = page.canonical, .base = page.base});
  out.event.domain = group::site_of(record.url);
  out.event.time_ms = group::first_seen_of(record.fetched_ms);
  return out;
}

Removals by_a_store(const std::string& archive) {
  constexpr size_t kRound = 3;
  World world(predicate(), {}, {});
  std::vector<Happening> waiting;
  auto apply = [&] {
    Status applied = world.round(std::exchange(waiting, {}));
    EXPECT_TRUE(applied.ok()) << applied.message();
  };
  Status status = read({archive}, {}, [&](const Record& record) {
    waiting.push_back(event_of(record));
    if (waiting.size() == kRound) apply();
    return true;
  });
  EXPECT_TRUE(status.ok()) << status.message();
  apply();
  Removals out;
  for (const auto& [at, why] : told(support::dump_state(world.view())).removed) {
    out[at.second] = why.kept;
  }
  return out;
}

TEST(Archives, are_deduplicated_alike_by_a_run_and_by_a_store) {
  size_t removed = 0;
  for (uint32_t seed = 1; seed <= kArchives; ++seed) {
    TempFolder temp;
    const std::string archive = temp.write("in.warc", ArchiveMaker(seed).archive());
    const Removals expected = by_a_store(archive);
    EXPECT_EQ(by_a_run(archive, temp.path("out")), expected) << "seed " << seed;
    removed += expected.size();
  }
  EXPECT_GT(removed, kArchives);
}

}  // namespace
}  // namespace doppel::scenarios
