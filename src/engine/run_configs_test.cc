// The same corpus in different configurations: more threads, batches of one record, files split
// into small pieces, hash tables in which everything collides, no memory for sets, other secret
// keys, other orders. The output folder is the same to the last byte; with another order of the
// inputs, the same records are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "archive/warc_writer.h"
#include "engine/run.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel::engine {
namespace {

using support::gzip;
using support::read_whole;
using support::TempFolder;

namespace fs = std::filesystem;

// Lines of JSON: families of texts that differ in some words, copies, copies in capitals, empty
// texts and malformed lines. URLs make the winner order total.
std::vector<std::string> random_lines(uint32_t seed, int records) {
  std::mt19937 random(seed);
  std::vector<std::vector<uint32_t>> texts;
  std::vector<std::string> out;
  for (int i = 0; i < records; ++i) {
    std::vector<uint32_t> words;
    if (texts.empty() || random() % 5 == 0) {
      for (size_t n = 20 + random() % 200; n > 0; --n) words.push_back(random() % 3000);
    } else {
      words = texts[random() % texts.size()];
      for (size_t edits = random() % 4; edits > 0; --edits) {
        words[random() % words.size()] = random() % 3000;
      }
    }
    if (random() % 40 == 0) words.clear();
    std::string text;
    const char* letter = random() % 10 == 0 ? "W" : "w";
    for (uint32_t word : words) text.append(letter).append(std::to_string(word)).append(" ");
    if (!words.empty()) texts.push_back(words);
    out.push_back(R"({"url": "http://example.org/)" + std::to_string(i) + R"(", "text": ")" + text +
                  "\"}\n");
    if (random() % 50 == 0) out.push_back("{broken " + std::to_string(i) + "\n");
  }
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

// All files of a folder by name, summary.json without its seconds.
std::map<std::string, std::string> contents(const std::string& dir) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::directory_iterator(dir)) {
    std::string name = entry.path().filename(), bytes = read_whole(entry.path());
    if (size_t at = bytes.find("\"seconds\""); name == "summary.json" && at != bytes.npos) {
      bytes.erase(at, bytes.find(',', at) - at);
    }
    out[name] = bytes;
  }
  return out;
}

class RunConfigs : public testing::Test {
 protected:
  using Change = std::function<void(DedupOptions&, corpus::RunPlan&)>;

  std::map<std::string, std::string> run_with(const std::string& input, const Change& change) {
    DedupOptions options;
    options.threads = 1;
    options.predicate = predicate_;
    options.strategy = strategy_;
    corpus::RunPlan plan = *corpus::plan_run(options.predicate, options.strategy);
    change(options, plan);
    std::string out = folder_.path("out" + std::to_string(++runs_));
    auto summary = run({input}, out, options, plan, {});
    EXPECT_TRUE(summary) << (summary ? "" : summary.error().message());
    return contents(out);
  }

  TempFolder folder_;
  Predicate predicate_;
  Strategy strategy_ = Strategy::kLsh;
  int runs_ = 0;
};

struct Config {
  const char* name;
  void (*change)(DedupOptions&, corpus::RunPlan&);
};

constexpr Config kConfigs[] = {
    {"threads_2", [](DedupOptions& options, corpus::RunPlan&) { options.threads = 2; }},
    {"threads_8",
     [](DedupOptions& options, corpus::RunPlan& plan) {
       options.threads = 8;
       plan.splits.target_bytes = 10'000;
     }},
    {"batch_1", [](DedupOptions&, corpus::RunPlan& plan) { plan.batch.records = 1; }},
    {"hash_zero",
     [](DedupOptions&, corpus::RunPlan& plan) { plan.table_hash = TableHash::zero(); }},
    {"another_key",
     [](DedupOptions&, corpus::RunPlan& plan) {
       static const text::ShingleKey key = text::ShingleKey::from_seed(1);
       plan.shingle_key = &key;
     }},
    {"a_third_key",
     [](DedupOptions&, corpus::RunPlan& plan) {
       static const text::ShingleKey key = text::ShingleKey::from_seed(2);
       plan.shingle_key = &key;
     }},
    {"no_sets_kept", [](DedupOptions&, corpus::RunPlan& plan) { plan.keep_set_bytes = 0; }},
    {"tiny_memory",
     [](DedupOptions& options, corpus::RunPlan& plan) {
       options.memory_bytes = 1;
       plan.disk_table_bytes = 1;
     }},
    {"tiny_memory_threads_8",
     [](DedupOptions& options, corpus::RunPlan& plan) {
       options.memory_bytes = 1;
       plan.disk_table_bytes = 1;
       options.threads = 8;
       plan.splits.target_bytes = 10'000;
     }},
};

TEST_F(RunConfigs, write_the_same_folder) {
  std::string input = folder_.write("pages.jsonl", joined(random_lines(1, 600)));
  for (Strategy strategy : {Strategy::kLsh, Strategy::kExact, Strategy::kScan}) {
    strategy_ = strategy;
    auto truth = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
    ASSERT_NE(truth["duplicates.jsonl"].find("near"), std::string::npos);
    for (const Config& config : kConfigs) {
      EXPECT_EQ(run_with(input, config.change), truth) << config.name << " " << name(strategy);
    }
  }
}

// Every third record lacks some of its last words.
TEST_F(RunConfigs, write_the_same_folder_when_the_longest_is_kept) {
  std::vector<std::string> lines = random_lines(5, 600);
  for (size_t i = 0; i < lines.size(); i += 3) {
    const size_t end = lines[i].rfind(" \"}");
    if (end == lines[i].npos) continue;
    const size_t cut = lines[i].rfind(' ', end - 1 - i % 12);
    lines[i].erase(cut, end - cut);
  }
  const std::string input = folder_.write("pages.jsonl", joined(lines));
  for (Strategy strategy : {Strategy::kLsh, Strategy::kExact, Strategy::kScan}) {
    strategy_ = strategy;
    auto by_order = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
    auto longest = [](DedupOptions& options, corpus::RunPlan&) { options.keep = Keep::kLongest; };
    auto truth = run_with(input, longest);
    EXPECT_NE(truth["duplicates.jsonl"], by_order["duplicates.jsonl"]);
    for (const Config& config : kConfigs) {
      auto both = [&](DedupOptions& options, corpus::RunPlan& plan) {
        config.change(options, plan);
        longest(options, plan);
      };
      EXPECT_EQ(run_with(input, both), truth) << config.name << " " << name(strategy);
    }
  }
}

// Each page is HTML and may name another as canonical.
TEST_F(RunConfigs, write_the_same_folder_of_pages_with_canonical_links) {
  std::mt19937 random(3);
  std::vector<std::string> lines = random_lines(3, 400);
  for (std::string& line : lines) {
    const size_t at = line.find(R"("text": ")");
    if (at == line.npos) continue;
    std::string html = R"("html": "<p>)";
    if (random() % 2 == 0) {
      html.insert(9, "<link rel=canonical href='/" + std::to_string(random() % 400) + "'>");
    }
    line.replace(at, 9, html);
  }
  const std::string input = folder_.write("pages.jsonl", joined(lines));
  auto truth = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
  for (const Config& config : kConfigs) {
    EXPECT_EQ(run_with(input, config.change), truth) << config.name;
  }
}

TEST_F(RunConfigs, write_the_same_folder_when_buckets_are_hot) {
  predicate_ = {.rules = {.k = 2}, .threshold = {1, 2}};
  std::string input = folder_.write("pages.jsonl", joined(random_lines(2, 600)));
  auto hot = [](DedupOptions&, corpus::RunPlan& plan) { plan.hot_limit = 4; };
  auto truth = run_with(input, hot);
  EXPECT_EQ(truth["summary.json"].find("\"hot_buckets\": 0"), std::string::npos);
  for (const Config& config : kConfigs) {
    auto both = [&](DedupOptions& options, corpus::RunPlan& plan) {
      config.change(options, plan);
      plan.hot_limit = 4;
    };
    EXPECT_EQ(run_with(input, both), truth) << config.name;
  }
}

// The two words have the same fixed hash, so the texts have the same sketch, the same fixed hash of
// words and the same fixed hashes of windows. But they have no window in common.
TEST_F(RunConfigs, prove_nothing_by_words_that_collide) {
  std::string lines;
  for (const char* word : {"pnsntpmlqhmjksul", "nrfkujhtkpjllnlu"}) {
    lines += R"({"text": ")";
    for (int i = 0; i < 200; ++i) {
      const std::string number = std::to_string(i);
      lines += std::string(word) + " a" + number + " b" + number + " c" + number + " ";
    }
    lines += "\"}\n";
  }
  std::string input = folder_.write("pages.jsonl", lines);
  for (uint32_t k : {4U, 5U}) {
    predicate_.rules.k = k;
    for (Strategy strategy : {Strategy::kLsh, Strategy::kExact, Strategy::kScan}) {
      strategy_ = strategy;
      auto files = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
      EXPECT_EQ(files["pages.jsonl"], lines) << name(strategy);
      EXPECT_EQ(files["duplicates.jsonl"], "") << name(strategy);
    }
  }
}

// Members whose comment fields contain members, an archive stored inside a record, and damage: a
// reader that starts in the middle of the file could find records that do not exist for one that
// reads from the beginning.
std::string hostile_archive() {
  auto page = [](int number) {
    std::string record;
    archive::append_warc_record({.type = "resource",
                                 .date = "2026-01-01T00:00:00Z",
                                 .target_uri = "http://e.org/" + std::to_string(number),
                                 .content_type = "text/plain"},
                                "page " + std::to_string(number) + std::string(300, 'x'), record);
    return record;
  };
  std::string inner, out;
  for (int i = 0; i < 20; ++i) inner += gzip(page(1000 + i));
  for (int i = 0; i < 200; ++i) {
    std::string member = gzip(i % 7 == 0 ? page(i) + inner : page(i), i % 7 == 0 ? 0 : 6);
    if (i % 5 == 0) {
      std::string name = inner;
      name.erase(std::remove(name.begin(), name.end(), '\0'), name.end());
      constexpr char kExtra = 4, kComment = 16;
      member[3] = kExtra | kComment;
      std::string fields{static_cast<char>(inner.size() & 0xff),
                         static_cast<char>(inner.size() >> 8)};
      member.insert(10, fields + inner + name + '\0');
    }
    if (i % 11 == 0) member[member.size() / 2] ^= 1;
    out += member;
  }
  return out;
}

TEST_F(RunConfigs, write_the_same_folder_of_a_hostile_archive) {
  std::string input = folder_.write("pages.warc.gz", hostile_archive());
  auto truth = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
  ASSERT_NE(truth["rejected.jsonl"], "");
  for (uint64_t target : {uint64_t{100}, uint64_t{3000}, uint64_t{20'000}}) {
    auto cut_small = [&](DedupOptions& options, corpus::RunPlan& plan) {
      options.threads = 8;
      plan.splits.target_bytes = target;
    };
    EXPECT_EQ(run_with(input, cut_small), truth) << target;
  }
}

TEST_F(RunConfigs, keep_the_same_records_in_another_order_of_input) {
  std::vector<std::string> lines = random_lines(3, 500);
  auto kept = [&](uint32_t hot_limit) {
    std::string input = folder_.write("pages.jsonl", joined(lines));
    auto files =
        run_with(input, [&](DedupOptions&, corpus::RunPlan& plan) { plan.hot_limit = hot_limit; });
    std::multiset<std::string> out;
    std::istringstream stream(files["pages.jsonl"]);
    for (std::string line; std::getline(stream, line);) out.insert(line);
    return out;
  };
  auto truth = kept(512), truth_hot = kept(4);
  std::mt19937 random(3);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(lines.begin(), lines.end(), random);
    EXPECT_EQ(kept(512), truth);
    EXPECT_EQ(kept(4), truth_hot);
  }
}

TEST_F(RunConfigs, lsh_and_scan_agree_on_what_lsh_finds) {
  std::string input = folder_.write("pages.jsonl", joined(random_lines(4, 600)));
  auto by_lsh = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
  strategy_ = Strategy::kScan;
  auto by_scan = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
  EXPECT_EQ(by_lsh["duplicates.jsonl"], by_scan["duplicates.jsonl"]);
  EXPECT_EQ(by_lsh["groups.jsonl"], by_scan["groups.jsonl"]);
  strategy_ = Strategy::kExact;
  auto by_exact = run_with(input, [](DedupOptions&, corpus::RunPlan&) {});
  EXPECT_EQ(by_exact["duplicates.jsonl"], by_scan["duplicates.jsonl"]);
  EXPECT_EQ(by_exact["groups.jsonl"], by_scan["groups.jsonl"]);
}

}  // namespace
}  // namespace doppel::engine
