#include "group/market.h"

#include <gtest/gtest.h>

namespace doppel::group {
namespace {

std::string fault(std::string_view file) {
  auto markets = parse_markets(file);
  return markets ? "accepted" : markets.error().message();
}

TEST(Market, every_rule_is_read_and_printed) {
  constexpr std::string_view kFile =
      "market uk\n"
      "market uk prefer-domain .uk example.org\n"
      "market uk prefer-field lang en cy\n"
      "market uk highest size\n"
      "market uk lowest depth\n"
      "market other\n"
      "market other score\n"
      "market other canonical\n"
      "market other https\n"
      "market other static\n"
      "market other short-url\n"
      "market other first-seen\n";
  auto markets = parse_markets(kFile);
  ASSERT_TRUE(markets) << markets.error().message();
  ASSERT_EQ(markets->size(), 2U);
  EXPECT_EQ((*markets)[0].rules[1], (MarketRule{Criterion::kPreferField, "lang", {"en", "cy"}}));
  EXPECT_EQ(to_text(*markets), kFile);
  EXPECT_EQ(*parse_markets(to_text(*markets)), *markets);
}

TEST(Market, comments_blanks_tabs_and_line_ends_are_passed_over) {
  auto markets = parse_markets("# all\n\n \t\r\n\tmarket  a\thttps  # why\r\nmarket b");
  ASSERT_TRUE(markets) << markets.error().message();
  ASSERT_EQ(markets->size(), 2U);
  EXPECT_EQ((*markets)[0].rules, (std::vector<MarketRule>{{Criterion::kHttps}}));
  EXPECT_TRUE((*markets)[1].rules.empty());
  EXPECT_TRUE(parse_markets("")->empty());
}

TEST(Market, lines_of_one_market_stand_together) {
  auto markets = parse_markets("market a https\nmarket a static\nmarket b score\n");
  ASSERT_EQ(markets->size(), 2U);
  EXPECT_EQ((*markets)[0].rules,
            (std::vector<MarketRule>{{Criterion::kHttps}, {Criterion::kStatic}}));
  EXPECT_EQ(fault("market a https\nmarket b score\nmarket a static\n"),
            "line 3, column 8: the lines of a market must stand together, and another follows on "
            "\"a\"");
}

TEST(Market, a_fault_has_a_line_and_a_column) {
  EXPECT_EQ(fault("# x\nmarkt uk\n"), "line 2, column 1: expected \"market\", found \"markt\"");
  EXPECT_EQ(fault("market"),
            "line 1, column 7: expected the name of a market, found the end of the line");
  EXPECT_EQ(fault("market a.b"), "line 1, column 8: expected the name of a market, found \"a.b\"");
  EXPECT_EQ(fault("market neutral"), "line 1, column 8: this name is reserved: \"neutral\"");
  EXPECT_EQ(fault("market a  prefer"), "line 1, column 11: unknown rule \"prefer\"");
  EXPECT_EQ(fault("market a  prefer-domain # .uk"),
            "line 1, column 25: expected a value, found the end of the line");
  EXPECT_EQ(fault("market a highest"),
            "line 1, column 17: expected the name of a field, found the end of the line");
  EXPECT_EQ(fault("market a prefer-field lang"),
            "line 1, column 27: expected a value, found the end of the line");
  EXPECT_EQ(fault("\n\nmarket a lowest x y"),
            "line 3, column 19: expected the end of the line, found \"y\"");
}

TEST(Market, there_is_an_end_to_markets) {
  std::string file;
  for (int i = 0; i < 201; ++i) file += "market m" + std::to_string(i) + "\n";
  EXPECT_EQ(fault(file),
            "line 201, column 8: too many markets, the first one above the limit is \"m200\"");
}

}  // namespace
}  // namespace doppel::group
