#include "group_state/rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "group/winner_order.h"

namespace doppel::group_state {
namespace {

using group::Criterion;
using group::MarketRule;

PageRow live(double score = -1, Fields fields = {}) {
  PageRow out;
  out.state = PageState::kLive;
  out.score = score;
  out.fields = std::move(fields);
  out.first_seen = 0;
  return out;
}

// Batch runs and stores prefer the same pages: sorting by ranks is sorting by the winner order.
// Where everything before it ties the place decides in a batch, the key URL in a store: pages are
// numbered here in the order of their keys.
TEST(Rank, neutral_ranks_agree_with_the_winner_order) {
  const std::string urls[] = {
      "http://a.org/", "https://a.org/",       "http://a.org/?q",
      "http://b.org/", "http://a.org/longer",  "https://b.org/?",
      "HTTPS://a",     "http://\xC3\xA9.org/", std::string("http://a\0b", 10)};
  const double scores[] = {-1, NAN, 0, 0.9, 1, 3, 6.9, 7, 1e9, INFINITY};
  const int64_t times[] = {kNeverSeen, kNeverSeen - 1, 1, 0, -1, INT64_MIN};
  std::mt19937 random(4);
  auto pick = [&](const auto& from) { return from[random() % std::size(from)]; };
  for (int round = 0; round < 3000; ++round) {
    std::vector<group::WinnerFacts> facts;
    std::vector<std::string> fetched(24), ranks;
    for (size_t i = 0; i < fetched.size(); ++i) {
      const std::string key = "key" + std::string(1, static_cast<char>('a' + i));
      PageRow row = live(pick(scores));
      row.first_seen = pick(times);
      row.url = fetched[i] = pick(urls);
      const bool named = random() % 3 == 0;
      facts.push_back({fetched[i], row.first_seen, group::score_bucket(row.score), named});
      ranks.push_back(rank_of(key, row, named, {}));
    }
    Table<PageId> order = winner_order(facts);
    for (size_t i = 1; i < order.size(); ++i) {
      ASSERT_LT(ranks[order[i - 1].index()], ranks[order[i].index()]);
    }
  }
}

TEST(Rank, each_rule_comes_before_the_next) {
  PageRow plain = live(), scored = live(5), old = live();
  old.first_seen = -10;
  auto rank = [](const char* key, const PageRow& page, bool named = false) {
    return rank_of(key, page, named, {});
  };
  EXPECT_LT(rank("http://a?", scored), rank("https://a", plain, true));  // score before canonical
  EXPECT_LT(rank("http://a?", plain, true), rank("https://a", plain));   // canonical before https
  EXPECT_LT(rank("https://a?", plain), rank("http://a", plain));         // https before static
  EXPECT_LT(rank("http://long", plain), rank("http://a?", plain));       // static before short
  EXPECT_LT(rank("http://b", plain), rank("http://bb", old));            // short before old
  EXPECT_LT(rank("http://b", old), rank("http://a", plain));             // old before bytes
  EXPECT_LT(rank("http://a", plain), rank("http://b", plain));
}

// Ranks are keys of a store.
TEST(Rank, golden_bytes) {
  PageRow page = live(6);
  page.url = "https://a?";
  page.first_seen = 0x0102;
  const uint8_t expected[] = {0x03, 0xFD,                    // score: 1023 - 2
                              0x00, 0x00, 0x01,              // named, https, with a query
                              0x00, 0x00, 0x00, 0x00, 0x0A,  // ten bytes long
                              0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02,  // first seen
                              'h',  't',  't',  'p',  's',  ':',  '/',  '/',
                              'a',  '?',  0x00, 0x01,  // the end of the URL
                              'k'};
  EXPECT_EQ(rank_of("k", page, true, {}), std::string(std::begin(expected), std::end(expected)));
}

TEST(Rank, domains_match_by_suffix_of_the_host) {
  std::vector<MarketRule> dot = {{Criterion::kPreferDomain, "", {".UK"}}};
  std::vector<MarketRule> host = {{Criterion::kPreferDomain, "", {"shop.org"}}};
  auto preferred = [](const std::string& url, const std::vector<MarketRule>& rules) {
    return rank_of(url, live(), false, rules)[0] == 0;
  };
  EXPECT_TRUE(preferred("http://a.co.uk/x", dot));
  EXPECT_TRUE(preferred("http://user@A.UK:8080?x", dot));
  EXPECT_FALSE(preferred("http://a.org/x.uk", dot));
  EXPECT_FALSE(preferred("http://notuk/", dot));
  EXPECT_TRUE(preferred("http://shop.org/", host));
  EXPECT_TRUE(preferred("http://www.shop.org/", host));
  EXPECT_FALSE(preferred("http://webshop.org/", host));
  EXPECT_FALSE(preferred("mailto:shop.org", host));
}

TEST(Rank, numbers_order_as_numbers_and_none_comes_last) {
  std::vector<MarketRule> highest = {{Criterion::kHighest, "n", {}}};
  std::vector<MarketRule> lowest = {{Criterion::kLowest, "n", {}}};
  const char* ascending[] = {"-1e300", "-2.5", "-0", "1e-310", "1e-9", "9", "10", "1e300"};
  auto rank = [](const char* value, const std::vector<MarketRule>& rules) {
    return rank_of("http://a", live(-1, {{"n", value}}), false, rules);
  };
  for (size_t i = 1; i < std::size(ascending); ++i) {
    EXPECT_LT(rank(ascending[i - 1], lowest), rank(ascending[i], lowest));
    EXPECT_LT(rank(ascending[i], highest), rank(ascending[i - 1], highest));
  }
  EXPECT_EQ(rank("1e-400", lowest), rank("0", lowest));
  for (const char* none : {"", "x", "1e400", "9 ", "nan", "inf", "0x9"}) {
    EXPECT_LT(rank("1e300", lowest), rank(none, lowest)) << none;
    EXPECT_LT(rank("-1e300", highest), rank(none, highest)) << none;
  }
}

TEST(Rank, hosts) {
  EXPECT_EQ(host_of("http://A.org:80/x"), "a.org");
  EXPECT_EQ(host_of("http://me:pw@a.org?x"), "a.org");
  EXPECT_EQ(host_of("http://[::1]:80/"), "[::1]");
  EXPECT_EQ(host_of("http://[::1]/"), "[::1]");
  EXPECT_EQ(host_of("nothing"), "");
}

}  // namespace
}  // namespace doppel::group_state
