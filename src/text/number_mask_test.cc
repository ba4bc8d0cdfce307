#include "text/number_mask.h"

#include <gtest/gtest.h>

#include "doppel/text.h"

namespace doppel {
namespace {

using Words = std::vector<std::string>;

Words masked(std::string_view text) { return tokens(text, {.mask_numbers = true}); }

TEST(NumberMask, dates_times_and_numbers_become_their_kind) {
  EXPECT_EQ(masked("on 2012-04-16 at 9:30 or 17:05 for 20 days"),
            (Words{"on", "DATE", "at", "TIME", "or", "TIME", "for", "NUM", "days"}));
}

TEST(NumberMask, a_number_inside_a_word_is_no_number) {
  EXPECT_EQ(masked("mp3 3d h2o 4ｔh"), (Words{"mp3", "3d", "h2o", "4th"}));
}

TEST(NumberMask, parts_that_are_too_long_are_numbers_of_their_own) {
  EXPECT_EQ(masked("12012-04-16"), (Words{"NUM", "NUM", "NUM"}));
  EXPECT_EQ(masked("2012-04-167"), (Words{"NUM", "NUM", "NUM"}));
  EXPECT_EQ(masked("123:45"), (Words{"NUM", "NUM"}));
  EXPECT_EQ(masked("9:305"), (Words{"NUM", "NUM"}));
}

TEST(NumberMask, dropped_code_points_do_not_end_a_word) {
  EXPECT_EQ(masked("12\xC2\xAD"
                   "a"),
            (Words{"12a"}));
  EXPECT_EQ(masked("12\xC2\xAD"), (Words{"NUM"}));
}

TEST(NumberMask, beside_a_spaceless_letter_a_number_stands_alone) {
  EXPECT_EQ(masked("年2012年"), (Words{"年", "NUM", "年"}));
}

TEST(NumberMask, the_word_date_is_not_the_mask) {
  EXPECT_EQ(masked("DATE num"), (Words{"date", "num"}));
  EXPECT_NE(shingles("DATE", {.mask_numbers = true}),
            shingles("2012-04-16", {.mask_numbers = true}));
}

TEST(NumberMask, off_by_default) { EXPECT_EQ(tokens("9:30"), (Words{"9", "30"})); }

}  // namespace
}  // namespace doppel
