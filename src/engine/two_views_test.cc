// Pages with two views, compared with a direct implementation of the rule: this test extracts the
// pages, splits them into words and compares every two of them, using only the extraction and the
// shingles of the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "doppel/check.h"
#include "doppel/dedup.h"
#include "doppel/extract.h"
#include "doppel/text.h"
#include "engine/run.h"
#include "json/json_value.h"
#include "support/temp_folder.h"

namespace doppel::engine {
namespace {

using support::read_whole;
using support::TempFolder;

std::string url_of(size_t page) { return "http://example.org/" + std::to_string(1000 + page); }

// Random words of a vocabulary as sentences, so that they look like content.
std::string prose(std::mt19937& random, size_t words) {
  std::string out = "<p>";
  for (size_t i = 0; i < words; ++i) {
    out += "word" + std::to_string(random() % 5000);
    out += i % 12 == 11 ? ". </p><p>" : i % 5 == 4 ? ", " : " ";
  }
  return out + "</p>";
}

std::string with_edits(std::string html, std::mt19937& random, size_t edits) {
  for (size_t i = 0; i < edits; ++i) {
    const size_t at = html.find("word", random() % html.size());
    if (at != html.npos) html.replace(at, 5, "edit" + std::to_string(random() % 10));
  }
  return html;
}

std::string links(std::mt19937& random, size_t count) {
  std::string out = "<nav><ul>";
  for (size_t i = 0; i < count; ++i) {
    out += "<li><a href=/x>Menu item " + std::to_string(random() % 500) + "</a></li>";
  }
  return out + "</ul></nav>";
}

// Families of pages: a content with edits, in one of several frames, under one of several titles.
std::vector<std::string> random_pages(uint32_t seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<std::string> frames, contents, titles, out;
  for (int i = 0; i < 6; ++i) frames.push_back(links(random, 20 + random() % 200));
  for (int i = 0; i < 12; ++i)
    contents.push_back(prose(random, i % 2 == 0 ? 60 + random() % 120 : 250 + random() % 200));
  for (int i = 0; i < 5; ++i) titles.push_back("Title " + std::to_string(i));
  titles.push_back("");
  for (size_t i = 0; i < count; ++i) {
    const std::string& content = contents[random() % contents.size()];
    std::string title = titles[random() % titles.size()];
    // Sometimes the content contains its title.
    const std::string heading = random() % 2 == 0 ? "<h1>" + title + "</h1>" : "";
    if (!title.empty()) title = "<title>" + title + "</title>";
    out.push_back("<html><head>" + title + "</head><body>" +
                  with_edits(frames[random() % frames.size()], random, 0) + "<article>" + heading +
                  with_edits(content, random, random() % 8) + "</article>" +
                  (random() % 3 == 0 ? links(random, random() % 60) : "") + "</body></html>");
    // Sometimes the same content in another frame.
    if (i > 0 && random() % 8 == 0) {
      const std::string& before = out[random() % i];
      const size_t article = before.find("<article>");
      out.back() =
          before.substr(0, before.find("<nav>")) + links(random, 30) + before.substr(article);
    }
  }
  return out;
}

// --- the rule, spelled out ---

struct Page {
  std::vector<std::string> main_words, title_words;
  std::vector<uint64_t> main, full;  // sets
  bool two = false, is_short = false, names_title = false;
};

Page read_page(const std::string& html) {
  const PageText text = extract_html(html);
  EXPECT_FALSE(text.thin);
  Page out{.main_words = tokens(text.main), .title_words = tokens(text.title)};
  out.main = shingles(text.main);
  out.full = shingles(text.full);
  out.two = text.main != text.full;
  out.is_short = out.two && out.main_words.size() < 200;
  const std::set<std::string> title(out.title_words.begin(), out.title_words.end());
  const std::set<std::string> main(out.main_words.begin(), out.main_words.end());
  size_t named = 0;
  for (const std::string& word : title) named += main.contains(word);
  out.names_title = !title.empty() && 2 * named >= title.size();
  return out;
}

Similarity similarity_of(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  std::vector<uint64_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const auto shared = static_cast<uint32_t>(common.size());
  return {shared, static_cast<uint32_t>(a.size()) - shared,
          static_cast<uint32_t>(b.size()) - shared};
}

struct Found {
  Similarity similarity;
  std::string view;  // empty: both have one view
};

std::optional<Found> pair_of(const Page& a, const Page& b) {
  const Similarity main = similarity_of(a.main, b.main), full = similarity_of(a.full, b.full);
  const bool one_view = !a.two && !b.two;
  if (one_view) return main.at_least({4, 5}) ? std::optional(Found{main, ""}) : std::nullopt;
  const bool same_subject = a.two && b.two && !a.title_words.empty() &&
                            a.title_words == b.title_words && (a.names_title || b.names_title);
  const auto speaks = [](const Page& page) {
    return !page.two || page.title_words.empty() || page.names_title;
  };
  const bool both_long = !a.is_short && !b.is_short;
  if (main.at_least({4, 5}) && ((both_long && (speaks(a) || speaks(b))) || same_subject)) {
    return Found{main, "main"};
  }
  const Ratio least = same_subject ? Ratio{1, 5} : Ratio{3, 5};
  if (full.at_least({4, 5}) && main.at_least(least)) return Found{full, "full"};
  return {};
}

struct Removed {
  size_t kept = 0;
  std::string view;
  Similarity similarity;

  friend bool operator==(const Removed&, const Removed&) = default;
};
using Removals = std::map<size_t, Removed>;

// All URLs have the same length, so the winner order is the order of the pages.
Removals removals_by_definition(const std::vector<Page>& pages, uint64_t most_own) {
  Removals out;
  for (size_t i = 0; i < pages.size(); ++i) {
    for (size_t j = 0; j < i && !out.contains(i); ++j) {
      if (out.contains(j)) continue;
      const auto found = pair_of(pages[i], pages[j]);
      if (found && found->similarity.left_only <= most_own) {
        out[i] = {j, found->view, found->similarity};
      }
    }
  }
  return out;
}

// --- the run ---

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\\\"" : std::string(1, c);
  return out + "\"";
}

class TwoViews : public testing::Test {
 protected:
  void write(const std::vector<std::string>& pages) {
    std::ofstream file(temp_.path("pages.jsonl"));
    for (size_t i = 0; i < pages.size(); ++i) {
      file << "{\"url\": \"" << url_of(i) << "\", \"html\": " << json_string(pages[i]) << "}\n";
    }
  }
  std::string run(const DedupOptions& options) {
    const std::string out = temp_.path("out" + std::to_string(runs_++));
    auto summary = dedup({temp_.path("pages.jsonl")}, out, options);
    EXPECT_TRUE(summary) << summary.status().message();
    return out;
  }
  static Removals removals_in(const std::string& dir) {
    Removals out;
    std::ifstream lines(dir + "/duplicates.jsonl");
    for (std::string line; std::getline(lines, line);) {
      auto document = json::JsonDocument::parse(line);
      EXPECT_TRUE(document);
      const auto root = document->root();
      const auto record = [&](const char* key) { return *root.get(key)->get_u64("record"); };
      const auto count = [&](const char* key) {
        return static_cast<uint32_t>(*root.get("similarity")->get_u64(key));
      };
      Removed removed{
          record("kept"), "", {count("common"), count("left_only"), count("right_only")}};
      if (auto view = root.get_string("view")) removed.view = *view;
      out[record("removed")] = removed;
    }
    return out;
  }
  static std::string lists(const std::string& dir) {
    return read_whole(dir + "/duplicates.jsonl") + read_whole(dir + "/groups.jsonl");
  }

  TempFolder temp_;
  int runs_ = 0;
};

TEST_F(TwoViews, are_joined_as_the_rule_says_in_every_strategy) {
  size_t by_main = 0, by_full = 0, removed = 0;
  for (uint32_t seed = 1; seed <= 6; ++seed) {
    const std::vector<std::string> html = random_pages(seed, 150);
    std::vector<Page> pages;
    for (const std::string& page : html) pages.push_back(read_page(page));
    write(html);
    for (uint64_t most_own : {UINT64_MAX, uint64_t{10}, uint64_t{0}}) {
      // Equal texts are removed for each other whatever the limit is, because nothing is lost.
      const Removals expected = removals_by_definition(pages, most_own);
      for (Strategy strategy : {Strategy::kExact, Strategy::kScan}) {
        DedupOptions options;
        options.strategy = strategy;
        options.max_own_windows = most_own;
        Removals found = removals_in(run(options));
        for (auto& [page, why] : found) {
          // For equal texts no view is named, and the counts are those of the main content.
          if (why.view.empty() && expected.contains(page)) {
            ASSERT_EQ(why.similarity.left_only + why.similarity.right_only, 0U);
            why = {why.kept, expected.at(page).view, expected.at(page).similarity};
          }
        }
        EXPECT_EQ(found, expected) << "seed " << seed << ", " << name(strategy);
      }
      for (const auto& [page, why] : expected) {
        by_main += why.view == "main";
        by_full += why.view == "full";
      }
      removed += expected.size();
    }
  }
  EXPECT_GT(by_main, 100U);
  EXPECT_GT(by_full, 20U);
  EXPECT_LT(removed, 6U * 3 * 150);
}

TEST_F(TwoViews, are_the_same_for_any_threads_and_memory_and_hold_when_checked) {
  write(random_pages(7, 300));
  const std::string usual = run({});
  EXPECT_NE(lists(usual).find("\"view\": \"full\""), std::string::npos);
  EXPECT_NE(lists(usual).find("\"level\": \"main_words\""), std::string::npos);
  for (uint32_t threads : {1U, 8U}) {
    for (uint64_t memory : {uint64_t{0}, uint64_t{1} << 20}) {
      DedupOptions options;
      options.threads = threads;
      options.memory_bytes = memory;
      EXPECT_EQ(lists(run(options)), lists(usual)) << threads << " " << memory;
    }
  }
  auto report = check(usual, {.deep = true, .rerun = true});
  ASSERT_TRUE(report) << report.status().message();
  EXPECT_EQ(report->faults, std::vector<std::string>());
  EXPECT_GT(report->certificates, 100U);
}

TEST_F(TwoViews, a_forged_view_is_a_fault) {
  write(random_pages(8, 120));
  for (const auto& [from, to] : {std::pair{"\"view\": \"main\"", "\"view\": \"full\""},
                                 std::pair{"\"view\": \"full\"", "\"view\": \"main\""},
                                 std::pair{"\"view\": \"main\", ", ""}}) {
    const std::string dir = run({});
    std::string list = read_whole(dir + "/duplicates.jsonl");
    const size_t at = list.find(from);
    ASSERT_NE(at, list.npos);
    list.replace(at, std::string_view(from).size(), to);
    std::ofstream(dir + "/duplicates.jsonl") << list;
    auto report = check(dir);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->faults.empty()) << from << " " << to;
  }
}

// 600 mirrors share every bucket of their main content; two other pages must still become
// candidates of each other.
TEST_F(TwoViews, many_pages_of_one_main_content_do_not_crowd_out_others) {
  std::mt19937 random(9);
  const std::string content = prose(random, 400);
  std::vector<std::string> pages;
  for (int i = 0; i < 600; ++i) {
    pages.push_back("<body>" + links(random, 60) + "<article>" + content + "</article></body>");
  }
  // Less preferred than all mirrors; they share buckets with each other and with the mirrors, but
  // not the content.
  const std::string near = with_edits(content, random, 30);
  for (int i = 0; i < 2; ++i) {
    pages.push_back("<body>" + links(random, 60) + "<article>" + with_edits(near, random, 2) +
                    "</article></body>");
  }
  write(pages);
  DedupOptions exact;
  exact.strategy = Strategy::kExact;
  EXPECT_EQ(removals_in(run({})), removals_in(run(exact)));
}

TEST_F(TwoViews, a_page_meets_the_same_text_without_html) {
  std::mt19937 random(10);
  const std::string content = prose(random, 300);
  const PageText page = extract_html("<body><article>" + content + "</article></body>");
  std::ofstream(temp_.path("pages.jsonl"))
      << "{\"url\": \"" << url_of(0) << "\", \"text\": \"" <<
      [&] {
        std::string line = page.main;
        std::replace(line.begin(), line.end(), '\n', ' ');
        return line;
      }()
      << "\"}\n{\"url\": \"" << url_of(1) << "\", \"html\": "
      << json_string("<body>" + links(random, 300) + "<article>" + content + "</article></body>")
      << "}\n";
  const Removals found = removals_in(run({}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.at(1).view, "main");
}

}  // namespace
}  // namespace doppel::engine
