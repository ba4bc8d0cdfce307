#include <gtest/gtest.h>

#include "doppel/types.h"

namespace doppel {
namespace {

TEST(Ratio, decimals_and_fractions_are_exact_and_in_lowest_terms) {
  for (const char* text : {"0.8", ".8", "4/5", "8/10", "0.80", "0.800000000"}) {
    auto ratio = Ratio::parse(text);
    ASSERT_TRUE(ratio) << text;
    EXPECT_EQ(*ratio, (Ratio{4, 5})) << text;
  }
  EXPECT_EQ(*Ratio::parse("1"), (Ratio{1, 1}));
  EXPECT_EQ(*Ratio::parse("1.0"), (Ratio{1, 1}));
  EXPECT_EQ(*Ratio::parse("0"), (Ratio{0, 1}));
  EXPECT_EQ(*Ratio::parse("0.95"), (Ratio{19, 20}));
  EXPECT_EQ(*Ratio::parse("0.999999999"), (Ratio{999999999, 1000000000}));
  EXPECT_EQ(*Ratio::parse("7/3"), (Ratio{7, 3}));
  EXPECT_EQ(*Ratio::parse("4294967294/4294967295"), (Ratio{4294967294, 4294967295}));
}

TEST(Ratio, what_is_no_fraction_is_refused_with_its_text) {
  for (const char* text : {"",
                           ".",
                           "0,8",
                           "4/0",
                           "/5",
                           "4/",
                           "-1",
                           "+1",
                           "1e-1",
                           "0.8 ",
                           " 0.8",
                           "a",
                           "0.8.1",
                           "1/2/3",
                           "4294967296",
                           "0.1234567890",
                           "999999999.999999999",
                           "0x1",
                           "nan",
                           "inf"}) {
    auto ratio = Ratio::parse(text);
    ASSERT_FALSE(ratio) << text;
    EXPECT_EQ(ratio.error().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(ratio.error().message().find("\"" + std::string(text) + "\""), std::string::npos);
  }
}

TEST(Ratio, a_threshold_is_above_0_and_at_most_1) {
  EXPECT_TRUE(Ratio::parse_threshold("1"));
  EXPECT_TRUE(Ratio::parse_threshold("0.000000001"));
  for (const char* text : {"0", "0.0", "1.2", "6/5", "0/5"})
    EXPECT_FALSE(Ratio::parse_threshold(text));
}

TEST(Ratio, prints_what_it_reads) {
  for (const char* text : {"4/5", "1", "19/20", "7/3", "0", "999999999/1000000000"}) {
    EXPECT_EQ(Ratio::parse(text)->to_string(), text);
  }
}

TEST(Similarity, at_least_is_exact_at_the_threshold) {
  EXPECT_TRUE((Similarity{4, 1, 0}).at_least({4, 5}));
  EXPECT_FALSE((Similarity{4, 1, 1}).at_least({4, 5}));
  EXPECT_TRUE((Similarity{1, 0, 0}).at_least({1, 1}));
  EXPECT_FALSE((Similarity{0, 0, 0}).at_least({1, 1000000}));
  // 2/3 cut to nine decimals lies below 2/3, the fraction does not.
  EXPECT_TRUE((Similarity{2, 1, 0}).at_least(*Ratio::parse("0.666666666")));
  EXPECT_FALSE((Similarity{2, 1, 0}).at_least(*Ratio::parse("0.666666667")));
}

}  // namespace
}  // namespace doppel
