// The law of queries: would_remove(p) is the result for p of a run over the same pages followed by
// p; and a run with queries finishes with the same result as one without.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/memory_run.h"

namespace doppel::engine {
namespace {

struct GivenPage {
  std::string text, url, canonical;
  double score = -1;
  int64_t first_seen_ms = kNeverSeen;

  PageFacts facts() const { return {url, score, canonical, first_seen_ms}; }
};

// Pages that resemble each other in many ways: equal bytes, equal words, chains and clusters of
// near texts, longer and shorter ones. Some share an address, and the page of a query often names
// another as canonical.
class PageSource {
 public:
  explicit PageSource(uint32_t seed) : random_(seed) {}

  GivenPage next(bool to_add) {
    GivenPage out{.text = next_text()};
    if (chance(8)) return out;  // no facts at all
    out.url = !urls_.empty() && chance(6) ? any(urls_) : address();
    if (!urls_.empty() && chance(to_add ? 12 : 2)) out.canonical = any(urls_);
    if (chance(3)) out.score = static_cast<double>(random_() % 4);
    if (chance(4)) out.first_seen_ms = static_cast<int64_t>(random_() % 4);
    if (to_add) urls_.push_back(out.url);
    return out;
  }

 private:
  bool chance(uint32_t n) { return random_() % n == 0; }
  template <typename T>
  const T& any(const std::vector<T>& from) {
    return from[random_() % from.size()];
  }
  std::string address() {
    const char* sites[] = {"https://a.org/", "http://a.org/", "http://www.a.org/", "http://b.org/"};
    return sites[random_() % 4] + std::to_string(random_() % 200) + (chance(4) ? "?q" : "");
  }
  std::string next_text() {
    if (chance(20)) return std::string(random_() % 3, '!');  // no words
    if (!texts_.empty() && chance(3)) {
      return any(texts_) + (chance(2) ? "" : " .");
    }
    std::vector<int> words;
    if (!words_.empty() && !chance(25)) words = any(words_);
    while (words.size() < 24) words.push_back(static_cast<int>(random_() % 400));
    for (size_t edits = 1 + random_() % 2; edits > 0; --edits) {
      words[random_() % words.size()] = static_cast<int>(random_() % 400);
    }
    if (words.size() < 30 && chance(3)) words.push_back(static_cast<int>(random_() % 400));
    words_.push_back(words);
    std::string text;
    for (int word : words) text += "w" + std::to_string(word) + " ";
    texts_.push_back(text);
    return text;
  }

  std::mt19937 random_;
  std::vector<std::vector<int>> words_;
  std::vector<std::string> texts_, urls_;
};

struct Config {
  Strategy strategy;
  uint32_t hot_limit;
  Keep keep = Keep::kDefault;
};

class QueryLaws : public testing::TestWithParam<Config> {
 protected:
  QueryLaws() {
    options_.predicate = {.rules = {.k = 2}, .threshold = {3, 5}};
    options_.strategy = GetParam().strategy;
    options_.keep = GetParam().keep;
    options_.executor = [](std::function<void()>) {};  // the calling thread does all the work
  }
  MemoryRun new_run() const {
    corpus::RunPlan plan = *plan_memory_run(options_);
    plan.hot_limit = GetParam().hot_limit;
    return MemoryRun(options_, plan);
  }
  std::vector<Certificate> finished(const std::vector<GivenPage>& pages) const {
    MemoryRun run = new_run();
    for (const GivenPage& page : pages) EXPECT_TRUE(run.add(page.text, page.facts()).ok());
    auto found = run.finish({});
    EXPECT_TRUE(found) << found.error().message();
    return found.value_or({});
  }
  // The result of a run over the pages for the last one.
  std::optional<Removal> last_of(const std::vector<GivenPage>& pages) const {
    const std::vector<Certificate> all = finished(pages);
    if (all.empty() || all.back().removed + 1 != pages.size()) return std::nullopt;
    return Removal{all.back().kept, all.back().level, all.back().similarity};
  }

  RunOptions options_;
};
INSTANTIATE_TEST_SUITE_P(Configs, QueryLaws,
                         testing::Values(Config{Strategy::kLsh, 512}, Config{Strategy::kLsh, 1},
                                         Config{Strategy::kLsh, 3}, Config{Strategy::kExact, 512},
                                         Config{Strategy::kScan, 512},
                                         Config{Strategy::kLsh, 512, Keep::kLongest},
                                         Config{Strategy::kLsh, 3, Keep::kLongest},
                                         Config{Strategy::kExact, 512, Keep::kLongest},
                                         Config{Strategy::kScan, 512, Keep::kLongest}),
                         [](const auto& config) {
                           return std::string(name(config.param.strategy)) +
                                  std::to_string(config.param.hot_limit) + "_" +
                                  std::string(name(config.param.keep));
                         });

TEST_P(QueryLaws, an_answer_is_what_a_run_with_that_page_gives_it) {
  std::map<std::string, int> answers;
  for (uint32_t seed = 0; seed < 6; ++seed) {
    PageSource source(seed);
    std::mt19937 random(seed);
    MemoryRun run = new_run();
    std::vector<GivenPage> pages;
    for (int step = 0; step < 160; ++step) {
      const bool to_add = random() % 3 == 0;
      const GivenPage page = source.next(to_add);
      if (to_add) {
        pages.push_back(page);
        ASSERT_TRUE(run.add(page.text, page.facts()).ok());
        continue;
      }
      auto answer = run.would_remove(page.text, page.facts());
      ASSERT_TRUE(answer) << answer.error().message();
      std::vector<GivenPage> with_it = pages;
      with_it.push_back(page);
      ASSERT_EQ(*answer, last_of(with_it)) << "seed " << seed << " step " << step;
      ++answers[*answer ? std::string(name((*answer)->level)) : "kept"];
    }
    auto asked = run.finish({});
    ASSERT_TRUE(asked);
    EXPECT_EQ(*asked, finished(pages));
  }
  for (const char* kind : {"kept", "bytes", "words", "near"}) EXPECT_GT(answers[kind], 10) << kind;
}

}  // namespace
}  // namespace doppel::engine
