#include "living_store/settings.h"

#include <gtest/gtest.h>

namespace doppel::living_store {
namespace {

TEST(Settings, are_read_as_they_were_written) {
  auto made = new_settings({.predicate = *Predicate::parse("jaccard(word,3) >= 1/2"),
                            .markets = "market uk prefer-domain .uk\nmarket uk https\n",
                            .mode = StoreMode::kPaper,
                            .view = View::kFull});
  ASSERT_TRUE(made);
  auto read = Settings::decode(made->encode());
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, *made);
  EXPECT_EQ(rules_of(*read).markets.size(), 1U);
  EXPECT_EQ(rules_of(*read).mode, group_state::Mode::kPaper);
}

TEST(Settings, golden_lines) {
  auto made = new_settings({.markets = "market uk https"});
  ASSERT_TRUE(made);
  made->suffix_list = "2023-02-09 0123456789abcdef";
  EXPECT_EQ(made->encode(),
            "doppel settings 1\npredicate jaccard(word,5) >= 4/5\nview any\nmode sound\nbands 21\n"
            "rows 6\nhot_limit 512\ntext_rules 2\nsignature 1\nurl_rules 2\nunicode 15.0\n"
            "suffix_list 2023-02-09 0123456789abcdef\nmarkets\nmarket uk\nmarket uk https\n");
}

TEST(Settings, numbers_of_markets_are_stored_once_they_differ_from_the_first_ones) {
  auto made = new_settings({.markets = "market uk https"});
  ASSERT_TRUE(made);
  made->market_numbers = {3};
  made->next_market = 4;
  for (const std::vector<group::MarketNumber>& unused :
       {std::vector<group::MarketNumber>{}, std::vector<group::MarketNumber>{1, 2}}) {
    made->unused_markets = unused;
    const std::string bytes = made->encode();
    EXPECT_TRUE(bytes.starts_with("doppel settings 2\n"));
    auto read = Settings::decode(bytes);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(*read, *made);
  }
  made->market_numbers = {3, 4};
  EXPECT_FALSE(Settings::decode(made->encode()));
}

TEST(Settings, damaged_bytes_are_an_error) {
  const std::string whole = new_settings({})->encode();
  for (const std::string& bytes : {std::string(), std::string("x"), whole.substr(0, 40),
                                   "doppel settings 2" + whole.substr(17)}) {
    EXPECT_FALSE(Settings::decode(bytes)) << bytes;
  }
}

TEST(Settings, a_store_of_other_rules_or_another_program_is_refused) {
  const Settings stored = *new_settings({});
  EXPECT_TRUE(check_settings(stored, {}).ok());
  EXPECT_FALSE(check_settings(stored, {.mode = StoreMode::kPaper}).ok());
  Settings other = stored;
  other.unicode = "16.0";
  EXPECT_FALSE(check_settings(other, {}).ok());
  other = stored;
  other.text_rules = 1;
  EXPECT_EQ(check_settings(other, {}).message(),
            "the store was made with text rules 1, and this program has 2: export its pages with "
            "the program that made it, and ingest them into a new store");
}

TEST(Settings, a_predicate_that_no_store_can_have_is_refused) {
  EXPECT_FALSE(new_settings({.predicate = *Predicate::parse("cosine(word,5) >= 4/5")}));
  EXPECT_FALSE(new_settings({.predicate = *Predicate::parse("jaccard(word,5) >= 1/10")}));
}

}  // namespace
}  // namespace doppel::living_store
