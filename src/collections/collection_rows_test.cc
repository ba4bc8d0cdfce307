// The bytes of docs/design/stored_rows.md, section 5, and bytes that are no such rows.
#include "collections/collection_rows.h"

#include <gtest/gtest.h>

namespace doppel::collections {
namespace {

using group_state::PageEvent;

// "01 0A" for its bytes.
std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (!out.empty()) out += ' ';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

class EventRow : public testing::Test {
 protected:
  std::string encode(const PageEvent& event, std::string_view text = {}) const {
    return encode_event(event, text, packer_);
  }
  Result<StagedEvent> decode(std::string_view bytes) const {
    return decode_event(bytes, unpacker_);
  }

  codec::TextPacker packer_;
  codec::TextUnpacker unpacker_;
};

PageEvent event_of(PageEvent::Kind kind) {
  return {.kind = kind, .key = "http://a/", .version = 300, .time_ms = 2};
}

PageEvent upsert() {
  PageEvent out = event_of(PageEvent::Kind::kUpsert);
  out.content = {3, 4};
  out.url = "HTTP://a";
  out.score = 1;
  out.canonical = "http://b/";
  out.domain = "a";
  out.fields = {{"l", "en"}};
  return out;
}

TEST(CollectionRows, have_the_documented_keys) {
  EXPECT_EQ(collection_key("monday"), "Kmonday");
  EXPECT_EQ(hex(rows_prefix(258)), "55 00 00 00 00 00 00 01 02");
  EXPECT_EQ(hex(input_key(1, "/x")), "55 00 00 00 00 00 00 00 01 69 2F 78");
  EXPECT_EQ(hex(page_key(1, "http://a/")),
            "55 00 00 00 00 00 00 00 01 70 68 74 74 70 3A 2F 2F 61 2F");
  EXPECT_EQ(hex(event_key(1, 5)), "55 00 00 00 00 00 00 00 01 75 00 00 00 00 00 00 00 05");
  EXPECT_EQ(number_in(event_key(258, 5)), 258U);
}

TEST(CollectionRows, have_the_documented_bytes) {
  const CollectionRow row{.number = 1,
                          .committed = false,
                          .begin = 2,
                          .end = 300,
                          .pages = 5,
                          .bytes = 6,
                          .first_ms = 7,
                          .last_ms = 8,
                          .first_round = 9,
                          .last_round = 10};
  EXPECT_EQ(hex(row.encode()),
            "01 00 01 02 AC 02 05 06 07 00 00 00 00 00 00 00 08 00 00 00 00 00 00 00 09 0A");
  EXPECT_EQ(CollectionRow::decode(row.encode()), row);
  EXPECT_EQ(hex(StagedPage{}.encode()), "01 00");
  EXPECT_EQ(hex(StagedPage{.newest = StagedVersion{.version = 300, .place = 2}}.encode()),
            "01 01 AC 02 02");
}

TEST_F(EventRow, has_the_documented_bytes) {
  const std::string head = "09 68 74 74 70 3A 2F 2F 61 2F AC 02 02 00 00 00 00 00 00 00";
  EXPECT_EQ(hex(encode(upsert(), "ab")),
            "01 00 " + head +
                " 03 00 00 00 00 00 00 00 04 00 00 00 00 00 00 00 08 48 54 54 50 3A 2F 2F 61"
                " 00 00 00 00 00 00 F0 3F 09 68 74 74 70 3A 2F 2F 62 2F 01 61"
                " 01 01 6C 02 65 6E 04 01 00 61 62");
  PageEvent redirect = event_of(PageEvent::Kind::kRedirect);
  redirect.target = "http://b/";
  EXPECT_EQ(hex(encode(redirect)), "01 01 " + head + " 09 68 74 74 70 3A 2F 2F 62 2F 01");
  PageEvent dead = event_of(PageEvent::Kind::kDead);
  dead.http_status = 410;
  EXPECT_EQ(hex(encode(dead)), "01 02 " + head + " 9A 03");
  EXPECT_EQ(hex(encode(event_of(PageEvent::Kind::kDelete))), "01 03 " + head);
  EXPECT_EQ(hex(encode(event_of(PageEvent::Kind::kTouch))), "01 04 " + head);
  PageEvent flag = event_of(PageEvent::Kind::kFlag);
  flag.flag = "spam";
  EXPECT_EQ(hex(encode(flag)), "01 05 " + head + " 04 73 70 61 6D");
  EXPECT_EQ(hex(encode(event_of(PageEvent::Kind::kReport))), "01 06 " + head);
}

TEST_F(EventRow, gives_back_what_was_staged) {
  const std::string text = "a text of many words, " + std::string(1000, 'x');
  const std::string bytes = encode(upsert(), text);
  EXPECT_LT(bytes.size(), 200U);
  const auto read = decode(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, text);
  EXPECT_EQ(encode(read->event, read->text), bytes);
  EXPECT_EQ(read->event.url, "HTTP://a");
  EXPECT_EQ(read->event.content, (Hash128{3, 4}));
  EXPECT_EQ(read->event.fields, (group_state::Fields{{"l", "en"}}));
  PageEvent redirect = event_of(PageEvent::Kind::kRedirect);
  redirect.target = "http://b/";
  redirect.permanent = false;
  const auto temporary = decode(encode(redirect));
  ASSERT_TRUE(temporary);
  EXPECT_FALSE(temporary->event.permanent);
  EXPECT_EQ(temporary->event.target, "http://b/");
}

// Of any bytes that are cut short or changed, reading ends with a value or an error.
TEST_F(EventRow, refuses_bytes_that_are_cut_short) {
  const std::string bytes = encode(upsert(), std::string(1000, 'x'));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode(std::string(bytes, 0, size))) << size;
  }
  EXPECT_FALSE(decode(bytes + "x"));
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      const auto read = decode(changed);
      EXPECT_TRUE(read || read.error().code() == StatusCode::kCorrupt);
    }
  }
  std::string other_kind = bytes, other_version = bytes;
  other_kind[1] = 7;
  other_version[0] = 2;
  EXPECT_FALSE(decode(other_kind));
  EXPECT_FALSE(decode(other_version));
}

TEST(CollectionRows, refuse_bytes_that_are_cut_short) {
  const std::string row = CollectionRow{.number = 1, .end = 2}.encode();
  for (size_t size = 0; size < row.size(); ++size) {
    EXPECT_FALSE(CollectionRow::decode(row.substr(0, size)));
  }
  EXPECT_FALSE(CollectionRow::decode(row + "x"));
  EXPECT_FALSE(CollectionRow::decode(CollectionRow{.begin = 2, .end = 1}.encode()));
  EXPECT_FALSE(StagedPage::decode("\x01"));
  EXPECT_FALSE(StagedPage::decode("\x01\x02"));
  EXPECT_FALSE(StagedPage::decode(std::string_view("\x02\x00", 2)));
  EXPECT_FALSE(StagedPage::decode(std::string_view("\x01\x00\x00", 3)));
}

TEST(CollectionNames, are_letters_digits_dots_hyphens_and_underscores) {
  for (const char* name : {"a", "monday", "2026-11-18", "crawl_7.b", "X"}) {
    EXPECT_TRUE(check_collection_name(name).ok()) << name;
  }
  EXPECT_TRUE(check_collection_name(std::string(64, 'a')).ok());
  for (const char* name : {"", "-a", ".a", "_a", "a b", "a/b", "a\n", "é", "a:b"}) {
    EXPECT_EQ(check_collection_name(name).code(), StatusCode::kInvalidArgument) << name;
  }
  EXPECT_FALSE(check_collection_name(std::string(65, 'a')).ok());
  EXPECT_FALSE(check_collection_name(std::string_view("a\0b", 3)).ok());
  EXPECT_LT(check_collection_name(std::string(1'000'000, 'a')).message().size(), 300U);
}

}  // namespace
}  // namespace doppel::collections
