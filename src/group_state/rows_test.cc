#include "group_state/rows.h"

#include <gtest/gtest.h>

#include <cmath>
namespace doppel::group_state {
namespace {

PageRow some_page() {
  PageRow out;
  out.state = PageState::kLive;
  out.version = 300;
  out.first_seen = -5;
  out.last_seen = 7;
  out.flags = {"spam", ""};
  out.text = {9};
  out.content = {1, 2};
  out.url = std::string("http://a\0b", 10);
  out.score = 0.25;
  out.canonical = "http://c";
  out.domain = "a";
  out.fields = {{"lang", "en"}, {"size", ""}};
  out.target = "http://t";
  out.permanent = false;
  out.http_status = 410;
  out.incoming = {2, 300};
  out.number = 5;
  return out;
}

template <typename Row>
void expect_whole(const Row& row) {
  std::string bytes = row.encode();
  auto again = Row::decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->encode(), bytes);
  for (size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_FALSE(Row::decode(bytes.substr(0, cut)));
  EXPECT_FALSE(Row::decode(bytes + "x"));
  bytes[0] = 3;  // another version
  EXPECT_FALSE(Row::decode(bytes));
}

TEST(Rows, are_read_as_they_were_written_and_not_when_cut) {
  expect_whole(some_page());
  expect_whole(PageRow{});
  PageRow changed = some_page();
  changed.changed = 6;
  expect_whole(changed);
  expect_whole(TextRow{1, 0, "http://a"});
  expect_whole(TextRow{300, 12, ""});
  expect_whole(GroupRow{"http://a", 12, 100'000, {"http://b", "http://c"}});
  expect_whole(CoverRow{{7}, {60, 1, 2}});
  expect_whole(CoverRow{{7}, {60, 1, 2}, View::kFull});
  expect_whole(MetaRow{1, 2, 3, 4, "sound\n"});
}

TEST(Rows, the_time_of_a_change_ends_the_row_and_raises_its_version) {
  PageRow page = some_page();
  EXPECT_EQ(page.unchanged_since(), -5);
  const std::string before = page.encode();
  EXPECT_EQ(before[0], 1);
  page.changed = 0x0102;
  const std::string bytes = page.encode();
  EXPECT_EQ(bytes, "\x02" + before.substr(1) + std::string("\x02\x01\0\0\0\0\0\0", 8));
  EXPECT_EQ(PageRow::decode(bytes)->unchanged_since(), 0x0102);
}

TEST(Rows, a_page_keeps_all_its_fields) {
  PageRow page = some_page(), again = *PageRow::decode(page.encode());
  EXPECT_EQ(again.state, page.state);
  EXPECT_EQ(again.first_seen, -5);
  EXPECT_EQ(again.flags, page.flags);
  EXPECT_EQ(again.text, page.text);
  EXPECT_EQ(again.content, page.content);
  EXPECT_EQ(again.url, page.url);
  EXPECT_EQ(again.score, 0.25);
  EXPECT_EQ(again.fields, page.fields);
  EXPECT_EQ(again.target, page.target);
  EXPECT_FALSE(again.permanent);
  EXPECT_EQ(again.http_status, 410);
  EXPECT_EQ(again.incoming.redirects, 2U);
  EXPECT_EQ(again.incoming.names, 300U);
  EXPECT_EQ(again.number, 5U);
}

// Stored: these bytes may never mean anything else.
TEST(Rows, golden_bytes) {
  EXPECT_EQ((CoverRow{{7}, {60, 1, 300}}.encode()),
            std::string("\1\7\0\0\0\0\0\0\0\x3c\1\xac\2", 13));
  EXPECT_EQ((CoverRow{{7}, {60, 1, 300}, View::kFull}.encode()),
            std::string("\2\7\0\0\0\0\0\0\0\x3c\1\xac\2", 13));
  PageRow page;
  page.state = PageState::kLive;
  page.version = 300;
  page.first_seen = -2;
  page.last_seen = 7;
  page.text = {9};
  page.content = {1, 2};
  page.canonical = "c";
  page.incoming = {0, 1};
  page.number = 5;
  EXPECT_EQ(page.encode(), std::string("\1\1\xac\2", 4) +                            // live, 300
                               std::string("\xfe\xff\xff\xff\xff\xff\xff\xff", 8) +  // times
                               std::string("\7\0\0\0\0\0\0\0", 8) + std::string("\0", 1) +  // flags
                               std::string("\x9\0\0\0\0\0\0\0", 8) +                        // text
                               std::string("\1\0\0\0\0\0\0\0", 8) +  // content
                               std::string("\2\0\0\0\0\0\0\0", 8) + std::string("\0", 1) +  // url
                               std::string("\0\0\0\0\0\0\xf0\xbf", 8) +  // score -1
                               std::string("\1c\0\0\0", 5) +             // names
                               std::string("\1\0\0\0\0\0\1\5", 8));      // the rest
  EXPECT_EQ((TextRow{1, 0, "ab"}.encode()), std::string("\1\1\0\2ab", 6));
  EXPECT_EQ((TextRow{2, 300, ""}.encode()), std::string("\1\2\xac\2\0", 5));
  EXPECT_EQ((GroupRow{"ab", 5, 2, {"x"}}.encode()), std::string("\1\2ab\5\2\1\1x", 9));
  EXPECT_EQ((MetaRow{1, 2, 3, 4, "s"}.encode()), std::string("\1\1\2\3\4\1s", 7));
}

TEST(Rows, states_that_do_not_exist_are_refused) {
  std::string page = PageRow{}.encode();
  page[1] = 5;
  EXPECT_FALSE(PageRow::decode(page));
}

TEST(Keys, order_as_their_columns_do) {
  auto key = [](std::string_view a, std::string_view b) {
    return Key('r').column(a).last(b).bytes();
  };
  EXPECT_LT(key("a", "z"), key("ab", "a"));
  EXPECT_LT(key("a", "z"), key(std::string("a\0", 2), ""));
  EXPECT_LT(key(std::string("a\0", 2), "z"), key("a\1", ""));
  EXPECT_FALSE(key("ab", "").starts_with(Key('r').column("a").bytes()));
  EXPECT_FALSE(key(std::string("a\0b", 3), "").starts_with(Key('r').column("a").bytes()));
  EXPECT_LT(Key('s').text({255}).bytes(), Key('s').text({256}).bytes());
  EXPECT_EQ(number_at_end(Key('m').group(77).text({9}).bytes(), 4), 9U);
  EXPECT_EQ(number_at_end("ab", 4), 0U);
}

}  // namespace
}  // namespace doppel::group_state
