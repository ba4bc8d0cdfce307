#include "base/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace doppel {
namespace {

TEST(Decimal, is_the_nearest_double) {
  EXPECT_EQ(parse_decimal("0.1"), 0.1);
  EXPECT_EQ(parse_decimal("-17"), -17.0);
  EXPECT_EQ(parse_decimal("1e308"), 1e308);
  EXPECT_EQ(parse_decimal("2.2250738585072014e-308"), 2.2250738585072014e-308);  // least normal
  EXPECT_EQ(parse_decimal("1e-310"), 1e-310);
  EXPECT_EQ(parse_decimal("5e-324"), 5e-324);  // least of all
}

TEST(Decimal, what_is_nearer_to_zero_than_to_the_least_double_is_zero) {
  for (const char* text : {"1e-324", "1e-400", "0.0001E-320", "-1e-400", "1e-99999999999999999999",
                           "0e99999999999999999999"}) {
    EXPECT_EQ(parse_decimal(text), 0.0) << text;
  }
  EXPECT_EQ(parse_decimal("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_decimal(std::string(400, '9') + "e-800"), 0.0);
}

TEST(Decimal, what_is_beyond_the_largest_double_is_infinite) {
  for (const char* text : {"1e309", "1e400", "0.0001e400", "1e+99999999999999999999"}) {
    EXPECT_EQ(parse_decimal(text), INFINITY) << text;
  }
  EXPECT_EQ(parse_decimal("1" + std::string(400, '0')), INFINITY);
  EXPECT_EQ(parse_decimal("0." + std::string(400, '0') + "1e800"), INFINITY);
}

TEST(Decimal, what_is_no_number_is_nothing) {
  for (const char* text : {"", "-", "abc", "1x", "1e400x", "1e-400 ", " 1", "0x10", "inf", "nan"}) {
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace doppel
