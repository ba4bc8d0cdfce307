#include "texts/differing_lines.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "doppel/text.h"

namespace doppel::texts {
namespace {

using Lines = std::pair<std::string_view, std::string_view>;

Lines differing(std::string_view left, std::string_view right) {
  const DifferingLines lines = differing_lines(left, right);
  return {lines.left, lines.right};
}

TEST(DifferingLines, are_what_common_lines_leave) {
  EXPECT_EQ(differing("a\nb\nc", "a\nx\nc"), Lines("b", "x"));
  EXPECT_EQ(differing("a\nb\nc", "a\nc"), Lines("b\nc", "c"));
  EXPECT_EQ(differing("a\nb\nc\nd", "x\nb\nc\nd"), Lines("a", "x"));
  EXPECT_EQ(differing("a\nb", "a\nb\nc"), Lines("b", "b\nc"));
  EXPECT_EQ(differing("", "a"), Lines("", "a"));
  EXPECT_EQ(differing("a\n", "a\n"), Lines("", ""));
}

TEST(DifferingLines, are_whole_lines) {
  EXPECT_EQ(differing("the fox", "the dog"), Lines("the fox", "the dog"));
  EXPECT_EQ(differing("one fox\nend", "two fox\nend"), Lines("one fox", "two fox"));
}

// Long enough that many bytes are compared at once.
TEST(DifferingLines, have_the_same_words_if_the_texts_have) {
  constexpr std::string_view kLines[] = {"", "one", "One!", "two three", "...", "one two"};
  std::mt19937_64 random(5);
  for (int round = 0; round < 20'000; ++round) {
    const std::string around(random() % 150, 'x');
    std::string left = around, right = around;
    for (std::string* text : {&left, &right}) {
      for (size_t lines = random() % 4; lines > 0; --lines) {
        text->append("\n").append(kLines[random() % std::size(kLines)]);
      }
      text->append("\n" + around);
    }
    const DifferingLines lines = differing_lines(left, right);
    ASSERT_EQ(tokens(left, {}) == tokens(right, {}),
              tokens(lines.left, {}) == tokens(lines.right, {}))
        << left << "\n--\n"
        << right;
  }
}

}  // namespace
}  // namespace doppel::texts
