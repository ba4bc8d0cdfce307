#include "doppel/status.h"

#include <gtest/gtest.h>

#include <memory>

#include "doppel/types.h"

namespace doppel {
namespace {

TEST(Status, carries_its_code_and_message) {
  EXPECT_TRUE(Status().ok());
  Status status = not_found("x: no such file");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "x: no such file");
}

TEST(Result, holds_a_value_or_the_reason_why_not) {
  Result<int> good = 7;
  EXPECT_TRUE(good.has_value());
  EXPECT_EQ(*good, 7);
  EXPECT_TRUE(good.status().ok());
  Result<int> bad = io_error("disk");
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().code(), StatusCode::kIo);
  EXPECT_EQ(bad.value_or(3), 3);
}

TEST(Result, a_move_only_value_can_be_taken_out) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Names, stored_names_do_not_change) {
  EXPECT_EQ(name(Reject::kInvalidUtf8), "invalid_utf8");
  EXPECT_EQ(name(Reject::kInvalidJson), "invalid_json");
  EXPECT_EQ(name(Reject::kNoText), "no_text");
  EXPECT_EQ(name(Reject::kTooLarge), "too_large");
  EXPECT_EQ(name(Reject::kTruncated), "truncated");
  EXPECT_EQ(name(Reject::kCorrupt), "corrupt");
  for (const char* level : {"bytes", "words", "near"}) EXPECT_EQ(name(*parse_level(level)), level);
  EXPECT_FALSE(parse_level("nearly"));
  EXPECT_EQ(name(static_cast<Reject>(200)), "unknown");
}

}  // namespace
}  // namespace doppel
