#include "corpus/page_words_reader.h"

#include <gtest/gtest.h>

namespace doppel::corpus {
namespace {

std::string text_of(const Record& record, View view = View::kMain) {
  Arena arena;
  return std::string(PageWordsReader(view).of(record, arena).text);
}

Record payload(Kind kind, std::string_view bytes) {
  Record record;
  record.kind = kind;
  record.payload = bytes;
  record.bytes = bytes;
  return record;
}

bool has_words(std::string_view text) {
  return text.find_first_of("abcdefghijklmnopqrstuvwxyz0123456789") != text.npos;
}

TEST(PageWordsReader, of_a_text_is_the_text) {
  Record record;
  record.text = "as it is";
  EXPECT_EQ(text_of(record), "as it is");
}

TEST(PageWordsReader, of_html_is_what_it_says) {
  std::string page = "<html><body><p>one two three four five six seven</p></body></html>";
  EXPECT_EQ(text_of(payload(Kind::kHtml, page), View::kFull), "one two three four five six seven");
}

TEST(PageWordsReader, of_plain_text_is_utf8) {
  Record record = payload(Kind::kPlain, "caf\xe9 au lait");
  record.charset_hint = "latin1";
  EXPECT_EQ(text_of(record), "caf\xc3\xa9 au lait");
}

TEST(PageWordsReader, what_has_no_words_equals_only_the_same_bytes) {
  std::string one = text_of(payload(Kind::kPayload, "GIF89a"));
  EXPECT_EQ(one, text_of(payload(Kind::kDead, "GIF89a")));
  EXPECT_NE(one, text_of(payload(Kind::kPayload, "GIF89b")));
  EXPECT_FALSE(has_words(one));
  std::string empty_page = text_of(payload(Kind::kHtml, "<html><script>1</script>"));
  EXPECT_FALSE(has_words(empty_page));
  EXPECT_NE(empty_page, text_of(payload(Kind::kHtml, "<html><script>2</script>")));
}

TEST(PageWordsReader, redirects_differ_by_their_target) {
  Record one = payload(Kind::kRedirect, "moved"), other = one;
  one.redirect_to = "/a";
  other.redirect_to = "/b";
  EXPECT_NE(text_of(one), text_of(other));
}

TEST(PageWordsReader, without_a_payload_only_the_record_itself_is_equal) {
  Record one = payload(Kind::kPayload, ""), other = one;
  one.bytes = "record 1";
  other.bytes = "record 2";
  EXPECT_NE(text_of(one), text_of(other));
}

}  // namespace
}  // namespace doppel::corpus
