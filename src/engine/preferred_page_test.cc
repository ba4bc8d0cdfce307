// Which of several equal pages is kept? Tests the parts of the winner order that only runs over
// files know, in addition to score and URL: rel=canonical of HTML and the dates of archives.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "doppel/check.h"
#include "doppel/dedup.h"
#include "json/json_value.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::TempFolder;

using Urls = std::vector<std::string>;

struct Page {
  std::string url;
  std::string head = {};  // of its HTML
  std::string date = "2020-01-01T00:00:00Z";
  int status = 200;
};

constexpr const char* kText =
    "The boat left the harbour before the sun came up, and nobody on the quay knew where it was "
    "bound or who had paid for it.";

std::string html(const Page& page) {
  return "<html><head>" + page.head + "</head><body><p>" + kText + "</p></body></html>";
}

std::string canonical(const std::string& href) {
  return "<link rel=canonical href='" + href + "'>";
}

std::string jsonl(const std::vector<Page>& pages) {
  std::string out;
  for (const Page& page : pages) {
    out += "{\"url\": \"" + page.url + "\", \"html\": \"" + html(page) + "\"}\n";
  }
  return out;
}

std::string warc(const std::vector<Page>& pages) {
  std::string out;
  for (const Page& page : pages) {
    const std::string http = "HTTP/1.1 " + std::to_string(page.status) +
                             " \r\nContent-Type: text/html\r\n\r\n" + html(page);
    out += "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + page.url +
           "\r\nWARC-Date: " + page.date +
           "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
           std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
  }
  return out;
}

class PreferredPage : public testing::Test {
 protected:
  // The URLs of the only group, in winner order. Also checks the output folder.
  Urls order(const std::vector<std::string>& inputs, const DedupOptions& options = {}) {
    const std::string out = temp_.path("out" + std::to_string(runs_++));
    auto summary = dedup(inputs, out, options);
    EXPECT_TRUE(summary) << summary.error().message();
    auto report = check(out, {.deep = true, .rerun = true});
    EXPECT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->faults, Urls{});
    auto group = json::read_json_file(out + "/groups.jsonl");
    EXPECT_TRUE(group) << group.error().message();
    Urls urls;
    const auto members = group->root().get_array("members");
    for (const json::JsonValue& member : *members) urls.push_back(*member.get_string("url"));
    return urls;
  }
  // The same from JSONL and from an archive.
  Urls order(const std::vector<Page>& pages) {
    const Urls of_jsonl = order({temp_.write("in.jsonl", jsonl(pages))});
    EXPECT_EQ(order_in_archive(pages), of_jsonl);
    return of_jsonl;
  }
  Urls order_in_archive(const std::vector<Page>& pages) {
    return order({temp_.write("in.warc", warc(pages))});
  }

  TempFolder temp_;
  int runs_ = 0;
};

TEST_F(PreferredPage, is_one_that_a_page_of_its_site_names) {
  const std::vector<Page> pages = {
      {"https://a.org/x"}, {"http://www.a.org/long?er"}, {"http://a.org/y"}};
  const Urls by_url = {"https://a.org/x", "http://a.org/y", "http://www.a.org/long?er"};
  const Urls by_name = {"http://www.a.org/long?er", "https://a.org/x", "http://a.org/y"};
  EXPECT_EQ(order(pages), by_url);
  struct Case {
    size_t page;
    std::string head;
    Urls expected;
  };
  const std::vector<Case> cases = {
      {0, canonical("http://www.a.org/long?er#top"), by_name},
      {1, canonical("?er"), by_name},
      {0, canonical("//WWW.a.org:443/long?er"), by_url},  // https
      {2, canonical("long?er"), by_url},
      {2, "<base href='http://www.a.org/'>" + canonical("long?er"), by_name},
      {0, "<base href='http://b.org/'>" + canonical("x"), by_url}};
  for (const Case& one : cases) {
    std::vector<Page> changed = pages;
    changed[one.page].head = one.head;
    EXPECT_EQ(order(changed), one.expected) << one.head;
  }
}

TEST_F(PreferredPage, is_not_chosen_by_another_site) {
  const Page evil = {"http://evil.co.uk/", canonical("http://a.co.uk/long")};
  EXPECT_EQ(order({{"http://a.co.uk/x"}, {"http://a.co.uk/long"}, evil}),
            (Urls{"http://a.co.uk/x", evil.url, "http://a.co.uk/long"}));
}

TEST_F(PreferredPage, is_not_chosen_by_an_error_page) {
  const Page gone = {"http://a.org/gone", canonical("/long"), "2020-01-01T00:00:00Z", 404};
  EXPECT_EQ(order_in_archive({{"http://a.org/x"}, {"http://a.org/long"}, gone}),
            (Urls{"http://a.org/x", "http://a.org/long"}));
}

// The page that names it need not resemble it, and it need not be HTML.
TEST_F(PreferredPage, may_be_named_from_another_input) {
  const std::string texts = std::string("{\"url\": \"http://a.org/x\", \"text\": \"") + kText +
                            "\"}\n{\"url\": \"http://a.org/long\", \"text\": \"" + kText + "\"}\n";
  const std::string naming = "{\"url\": \"http://a.org/\", \"html\": \"" + canonical("/long") +
                             "<p>Another text altogether, about the weather in the hills.\"}\n";
  const std::string a = temp_.write("a.jsonl", texts), b = temp_.write("b.jsonl", naming);
  EXPECT_EQ(order({a}), (Urls{"http://a.org/x", "http://a.org/long"}));
  EXPECT_EQ(order({a, b}), (Urls{"http://a.org/long", "http://a.org/x"}));
}

TEST_F(PreferredPage, was_fetched_earlier_where_everything_before_the_time_ties) {
  EXPECT_EQ(order_in_archive({{"http://a.org/b", "", "2020-01-02T00:00:00Z"},
                              {"http://a.org/a", "", "2020-01-03T00:00:00Z"},
                              {"http://a.org/c", "", "2019-12-31T23:59:59.5Z"},
                              {"http://a.org/longer", "", "2001-01-01T00:00:00Z"},
                              {"http://a.org/d", "", "yesterday"}}),
            (Urls{"http://a.org/c", "http://a.org/b", "http://a.org/a", "http://a.org/d",
                  "http://a.org/longer"}));
}

// A reply below the article is part of the full text but not of the main content.
TEST_F(PreferredPage, is_the_longest_by_the_words_of_the_view_when_asked_to) {
  std::string article;
  for (int i = 0; i < 12; ++i) {
    article += "<p>Paragraph " + std::to_string(i) + ". " + kText + "</p>";
  }
  const auto page = [&](const std::string& url, const std::string& footer) {
    return "{\"url\": \"" + url + "\", \"html\": \"<title>The boat</title><article>" + article +
           "</article><footer>" + footer + "</footer>\"}\n";
  };
  const std::string input = temp_.write(
      "in.jsonl", page("http://a.org/", "Boats") + page("http://a.org/22", "Boats and quays"));
  const Urls by_url = {"http://a.org/", "http://a.org/22"};
  const Urls by_length = {"http://a.org/22", "http://a.org/"};
  for (View view : {View::kAny, View::kFull, View::kMain}) {
    DedupOptions options;
    options.view = view;
    EXPECT_EQ(order({input}, options), by_url) << name(view);
    options.keep = Keep::kLongest;
    EXPECT_EQ(order({input}, options), view == View::kMain ? by_url : by_length) << name(view);
  }
}

TEST_F(PreferredPage, of_one_url_is_the_first_capture_in_time) {
  const std::string later =
      temp_.write("a.warc", warc({{"http://a.org/", "", "2021-01-01T00:00:00Z"}}));
  const std::string earlier =
      temp_.write("b.warc", warc({{"http://a.org/", "", "2020-01-01T00:00:00Z"}}));
  const std::string out = temp_.path("out");
  ASSERT_TRUE(dedup({later, earlier}, out));
  auto removed = json::read_json_file(out + "/duplicates.jsonl");
  ASSERT_TRUE(removed);
  EXPECT_EQ(*removed->root().get("removed")->get_string("input"), later);
}

}  // namespace
}  // namespace doppel
