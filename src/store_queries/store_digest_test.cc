// A store that lived through many rounds says what a run of dedup over its exported pages says.
#include <gtest/gtest.h>

#include <random>

#include "doppel/dedup.h"
#include "doppel/store.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

// Histories of pages of a few sites that resemble each other more or less: texts and HTML, scores,
// canonicals, redirects, deaths.
class History {
 public:
  explicit History(uint32_t seed) : random_(seed) {}

  struct Step {
    PageUpdate::Kind kind = PageUpdate::Kind::kPage;
    std::string url, text, html, canonical, target;
    uint64_t version = 0;
    double score = -1;
  };

  Step step() {
    Step out;
    out.url = url();
    out.version = 1 + pick(40);
    const uint32_t what = pick(10);
    if (what == 0) {
      out.kind = PageUpdate::Kind::kDead;
    } else if (what == 1) {
      out.kind = PageUpdate::Kind::kRedirect;
      out.target = url();
    } else if (what < 6) {
      out.text = words(pick(6));
    } else {
      const std::string main = words(pick(6));
      out.html = "<html><head><title>" + main.substr(0, 12) + "</title>" +
                 (pick(2) == 0 ? "<link rel=canonical href=\"" + url() + "\">" : "") +
                 "</head><body><ul><li><a href=x>" + menu() + "</a></ul><article><p>" + main +
                 "</p></article></body></html>";
    }
    if (pick(3) == 0) out.score = pick(5);
    return out;
  }

 private:
  uint32_t pick(uint32_t below) { return random_() % below; }
  std::string url() {
    const std::string site = pick(2) == 0 ? "http://a.org/" : "https://b.org/";
    return site + std::to_string(pick(12)) + (pick(4) == 0 ? "?q" : "");
  }
  // 60 words of one of six topics, some of them changed; sometimes in capitals.
  std::string words(uint32_t topic) {
    std::string out;
    const uint32_t changed = pick(4) == 0 ? 0 : pick(60), shout = pick(5);
    for (uint32_t i = 0; i < 60; ++i) {
      const uint32_t word = i == changed ? 1000 + pick(20) : 100 * topic + i;
      out += (shout == 0 ? "W" : "w") + std::to_string(word) + " ";
    }
    return out;
  }
  std::string menu() {
    std::string out;
    for (uint32_t i = 0; i < 20; ++i) out += "m" + std::to_string(pick(3) * 100 + i) + " ";
    return out;
  }

  std::mt19937 random_;
};

std::string digest_of_a_run(const Store& store, const support::TempFolder& folder, int number) {
  std::string lines;
  EXPECT_TRUE(store
                  .export_pages([&](std::string_view line) {
                    lines += line;
                    return Status();
                  })
                  .ok());
  const std::string name = std::to_string(number);
  const std::string input = folder.write(name + ".jsonl", lines);
  DedupOptions options;
  options.digest = true;
  options.threads = 1;
  auto done = dedup({input}, folder.path("out" + name), options);
  EXPECT_TRUE(done) << done.error().message();
  return done ? done->digest : "";
}

void live_through(uint32_t seed) {
  const support::TempFolder folder;
  History history(seed);
  auto store = Store::open(folder.path("s"));
  ASSERT_TRUE(store) << store.error().message();
  for (int round = 0; round < 12; ++round) {
    std::vector<History::Step> steps;
    for (int i = 0; i < 10; ++i) steps.push_back(history.step());
    std::vector<PageUpdate> updates;
    for (const History::Step& step : steps) {
      updates.push_back({.kind = step.kind,
                         .url = step.url,
                         .text = step.text,
                         .html = step.html,
                         .version = step.version,
                         .time_ms = static_cast<int64_t>(1000 * step.version),
                         .score = step.score,
                         .target = step.target});
    }
    ASSERT_TRUE(store->submit(updates));
    if (round % 4 == 3) {
      ASSERT_EQ(*store->digest(), digest_of_a_run(*store, folder, round)) << "seed " << seed;
      auto checked = store->check();
      ASSERT_TRUE(checked) << checked.error().message();
      ASSERT_TRUE(checked->faults.empty()) << checked->faults[0] << ", seed " << seed;
    }
    if (round % 5 == 4) {
      store = not_found("closed");  // one writer at a time
      store = Store::open(folder.path("s"));
      ASSERT_TRUE(store) << store.error().message();
    }
  }
}

TEST(StoreDigest, is_that_of_a_run_over_the_exported_pages) {
  for (uint32_t seed = 1; seed <= 25; ++seed) live_through(seed);
}

}  // namespace
}  // namespace doppel
