#include "html/references.h"

#include <gtest/gtest.h>

#include "html/reference_table.h"

namespace doppel::html {
namespace {

std::string decoded(std::string_view text, bool in_attribute = false) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    Reference reference;
    if (text[at] == '&') reference = read_reference(text.substr(at), in_attribute);
    if (reference.consumed == 0) out += text[at];
    out.append(reference.utf8, reference.size);
    at += std::max<size_t>(reference.consumed, 1);
  }
  return out;
}

TEST(References, knows_every_name_of_the_table) {
  for (const NamedReference& row : kNamedReferences) {
    const std::string name(kReferenceNames + row.offset, row.size);
    const Reference reference = read_reference("&" + name + " ", false);
    EXPECT_EQ(reference.consumed, name.size() + 1) << name;
    char utf8[8];
    size_t size = write_utf8(row.first, utf8);
    if (row.second != 0) size += write_utf8(row.second, utf8 + size);
    EXPECT_EQ(std::string_view(reference.utf8, reference.size), std::string_view(utf8, size))
        << name;
  }
}

TEST(References, takes_the_longest_name) {
  EXPECT_EQ(decoded("&notit; &notin; &not &no &ampamp; &amp"), "¬it; ∉ ¬ &no &amp; &");
  EXPECT_EQ(decoded("&CounterClockwiseContourIntegral;&CounterClockwiseContourIntegra;"),
            "∳&CounterClockwiseContourIntegra;");
}

TEST(References, lets_an_ampersand_stand_that_begins_nothing) {
  EXPECT_EQ(decoded("a & b && &; &# &#x &#x; &x; &"), "a & b && &; &# &#x &#x; &x; &");
}

TEST(References, reads_numbers_as_the_standard_does) {
  EXPECT_EQ(decoded("&#65;&#x41;&#X61&#8211;"), "AAa–");
  EXPECT_EQ(decoded("&#0;&#xD800;&#x110000;&#99999999999999999999;"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(decoded("&#x80;&#150;&#x81;"), "€–\u0081");
}

TEST(References, keeps_parameters_of_addresses) {
  EXPECT_EQ(decoded("?a=1&copy=2&copy;&copyx&copy", true), "?a=1&copy=2©&copyx©");
  std::string out;
  append_attribute_value(std::string_view("a&amp;b\0c&lt", 12), out);
  EXPECT_EQ(out, "a&b\uFFFDc<");
}

}  // namespace
}  // namespace doppel::html
