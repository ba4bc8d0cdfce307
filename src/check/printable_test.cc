#include "check/printable.h"

#include <gtest/gtest.h>

namespace doppel::checks {
namespace {

TEST(Printable, leaves_ordinary_text_alone) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("a b/c.jsonl: \"x\" \\ é 日本 🦊\u00a0"),
            "a b/c.jsonl: \"x\" \\ é 日本 🦊\u00a0");
}

TEST(Printable, escapes_control_characters) {
  EXPECT_EQ(printable("a\x1b[2Jb\nc\td\x7f"), "a\\x1b[2Jb\\x0ac\\x09d\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Printable, escapes_the_control_characters_above_ascii) {
  EXPECT_EQ(printable("\u0080\u009b31m\u009f"), "\\x80\\x9b31m\\x9f");
}

TEST(Printable, replaces_bytes_that_are_not_utf8) {
  EXPECT_EQ(printable("a\x9b"
                      "31m"),
            "a\ufffd31m");
  EXPECT_EQ(printable("a\xc2"), "a\ufffd");
}

}  // namespace
}  // namespace doppel::checks
