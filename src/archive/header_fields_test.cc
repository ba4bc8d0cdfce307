#include "archive/header_fields.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(HeaderFields, a_head_ends_after_its_first_empty_line) {
  EXPECT_EQ(head_length("a: b\r\n\r\nrest"), 8u);
  EXPECT_EQ(head_length("a: b\n\nrest"), 6u);
  EXPECT_EQ(head_length("a: b\r\n\nrest"), 7u);
  EXPECT_EQ(head_length("\nrest"), 1u);
  EXPECT_EQ(head_length("a: b\r\n"), std::string_view::npos);
  EXPECT_EQ(head_length(""), std::string_view::npos);
}

TEST(HeaderFields, values_are_trimmed_and_may_go_on_in_the_next_line) {
  FieldCursor cursor("A:  x \r\nno colon here\r\nB: y\r\n\tz\r\nC:\r\n\r\nD: after the end\r\n");
  Field field;
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.name, "A");
  EXPECT_EQ(field.value, "x");
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.name, "B");
  EXPECT_EQ(field.value, "y\r\n\tz");
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.value, "");
  EXPECT_FALSE(cursor.next(field));
}

TEST(HeaderFields, names_are_found_in_any_case) {
  EXPECT_EQ(find_field("content-TYPE: text/html\r\n", "Content-Type"), "text/html");
  EXPECT_FALSE(find_field("Content-Types: x\r\n", "Content-Type"));
}

TEST(HeaderFields, a_media_type_and_its_parameters) {
  EXPECT_EQ(media_type_of(" text/html ; charset=x"), "text/html");
  EXPECT_EQ(parameter_of("text/html; Charset=\"utf-8\"", "charset"), "utf-8");
  EXPECT_EQ(parameter_of("text/html; a=b;charset = latin1 ", "charset"), "latin1");
  EXPECT_EQ(parameter_of("text/html; charset", "charset"), "");
  EXPECT_EQ(parameter_of("charset=x", "charset"), "");
}

}  // namespace
}  // namespace doppel::archive
