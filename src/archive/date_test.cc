#include "archive/date.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

constexpr int64_t kDayMs = 86'400'000;

TEST(Date, warc_dates_of_every_length) {
  EXPECT_EQ(parse_warc_date("1970"), 0);
  EXPECT_EQ(parse_warc_date("1970-02"), 31 * kDayMs);
  EXPECT_EQ(parse_warc_date("1970-01-02"), kDayMs);
  EXPECT_EQ(parse_warc_date("1970-01-02T01:02Z"), kDayMs + 3'720'000);
  EXPECT_EQ(parse_warc_date("1970-01-02T00:00:01Z"), kDayMs + 1000);
  EXPECT_EQ(parse_warc_date("1970-01-01T00:00:00.1234567Z"), 123);
  EXPECT_EQ(parse_warc_date("1969-12-31T23:59:59Z"), -1000);
}

TEST(Date, what_is_no_date_is_nothing) {
  for (const char* text :
       {"", "19", "1970-13", "1970-02-30", "1970-01-01T24:00Z", "1970-01-01T00:00:00",
        "1970-01-01T00:00:00.Z", "2008-10-294T05:21:46-0700", "1970-01-01T00:00:00Zx"}) {
    EXPECT_FALSE(parse_warc_date(text)) << text;
  }
  for (const char* text : {"", "197", "1970xx", "19701301", "19700230000000"}) {
    EXPECT_FALSE(parse_digit_date(text)) << text;
  }
}

TEST(Date, times_with_an_offset) {
  EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_rfc3339("1970-01-01T01:00:00.250+01:00"), 250);
  EXPECT_EQ(parse_rfc3339("1969-12-31T22:30:00-01:30"), 0);
  EXPECT_EQ(parse_rfc3339("9999-12-31T23:59:59Z"), 253'402'300'799'000);
  for (const char* text :
       {"", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00:00+1:00",
        "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00Zx", "1970-01T00:00Z"}) {
    EXPECT_FALSE(parse_rfc3339(text)) << text;
  }
}

TEST(Date, digits_of_every_length) {
  EXPECT_EQ(parse_digit_date("1970"), 0);
  EXPECT_EQ(parse_digit_date("19700102"), kDayMs);
  EXPECT_EQ(parse_digit_date("19700102000001"), kDayMs + 1000);
  EXPECT_EQ(parse_digit_date("197001020000019999"), kDayMs + 1000);
}

TEST(Date, what_is_written_is_read_again) {
  for (int64_t ms : {int64_t{0}, int64_t{951'782'400'000}, int64_t{1'794'794'399'000}, -kDayMs}) {
    EXPECT_EQ(parse_warc_date(warc_date(ms)), ms);
    EXPECT_EQ(parse_digit_date(digit_date(ms)), ms);
  }
  EXPECT_EQ(warc_date(1'794'794'399'999), "2026-11-16T01:59:59Z");
  EXPECT_EQ(digit_date(1'794'794'399'999), "20261116015959");
}

}  // namespace
}  // namespace doppel::archive
