#include "charset/charset.h"

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <string>

namespace doppel::charset {
namespace {

// "utf-8 meta contradicted repaired|text"
std::string decoded(std::string_view page, std::string_view label = "") {
  CharsetDecoder decoder;
  const DecodedPage out = decoder.decode(page, label);
  return std::string(out.charset) + " " + std::string(name(out.source)) +
         (out.contradicted ? " contradicted" : "") + (out.repaired ? " repaired" : "") + "|" +
         std::string(out.utf8);
}

std::string utf16(std::string_view ascii, bool big) {
  std::string out;
  for (char c : ascii) {
    if (big) out += '\0';
    out += c;
    if (!big) out += '\0';
  }
  return out;
}

TEST(Charset, knows_a_converter_for_every_encoding) {
  for (const Encoding& encoding : encodings()) {
    UErrorCode error = U_ZERO_ERROR;
    UConverter* converter = ucnv_open(encoding.converter, &error);
    EXPECT_TRUE(U_SUCCESS(error)) << encoding.name;
    ucnv_close(converter);
    EXPECT_EQ(find_encoding(encoding.name), &encoding);
  }
}

TEST(Charset, reads_labels_as_browsers_do) {
  EXPECT_EQ(find_encoding(" Latin1\n")->name, "windows-1252");
  EXPECT_EQ(find_encoding("GB2312")->name, "gbk");
  EXPECT_EQ(find_encoding("utf-7"), nullptr);
  EXPECT_EQ(find_encoding(""), nullptr);
  EXPECT_EQ(find_encoding("utf-8 utf8"), nullptr);
}

TEST(Charset, asks_the_mark_first) {
  EXPECT_EQ(decoded("\xEF\xBB\xBF\xC3\xA9", "latin1"), "utf-8 bom contradicted|é");
  EXPECT_EQ(decoded("\xFF\xFE" + utf16("<p>a", false)), "utf-16le bom|<p>a");
  EXPECT_EQ(decoded("\xFE\xFF" + utf16("<p>a", true)), "utf-16be bom|<p>a");
}

TEST(Charset, asks_the_label_then_the_page) {
  EXPECT_EQ(decoded("\xE9t\xE9", "latin1"), "windows-1252 http|été");
  EXPECT_EQ(decoded("<meta charset=koi8-r>\xC1"), "koi8-r meta|<meta charset=koi8-r>а");
  EXPECT_EQ(decoded("<meta charset=koi8-r>\xC1", "windows-1251"),
            "windows-1251 http contradicted|<meta charset=koi8-r>Б");
  EXPECT_EQ(decoded("<meta charset=nonsense>\xC3\xA9", "nonsense"),
            "utf-8 bytes|<meta charset=nonsense>é");
  EXPECT_EQ(decoded("abc", "shift_jis"), "shift_jis http|abc");
  EXPECT_EQ(decoded("\x82\xA0\x81\x40", "Shift_JIS"), "shift_jis http|あ\u3000");
  EXPECT_EQ(decoded("\x1B$B$\"\x1B(B", "iso-2022-jp"), "iso-2022-jp http|あ");
}

TEST(Charset, believes_the_bytes_against_a_wrong_label) {
  EXPECT_EQ(decoded("\xC3\xA9t\xC3\xA9", "latin1"), "utf-8 bytes contradicted|été");
  EXPECT_EQ(decoded("<p>plain ASCII", "utf-16"), "utf-8 bytes contradicted|<p>plain ASCII");
  EXPECT_EQ(decoded("<meta charset=windows-1251>\xCF\xF0\xE8\xE2\xE5\xF2", "utf-8"),
            "windows-1251 meta contradicted|<meta charset=windows-1251>Привет");
}

TEST(Charset, repairs_what_is_mostly_utf8) {
  EXPECT_EQ(decoded("éééé\xC3 x", "utf-8"), "utf-8 http repaired|éééé\uFFFD x");
  EXPECT_EQ(decoded("éééé\xC3 x"), "utf-8 bytes repaired|éééé\uFFFD x");
}

TEST(Charset, tells_utf16_without_a_mark_by_its_zeros) {
  EXPECT_EQ(decoded(utf16("<html><p>a</p></html>", false)), "utf-16le bytes|<html><p>a</p></html>");
  EXPECT_EQ(decoded(utf16("<html><p>a</p></html>", true), "utf-8"),
            "utf-16be bytes contradicted|<html><p>a</p></html>");
}

TEST(Charset, detects_what_nobody_named) {
  std::string russian;
  for (int i = 0; i < 20; ++i) {
    russian +=
        "\xC2\xF1\xE5 \xF1\xF7\xE0\xF1\xF2\xEB\xE8\xE2\xFB\xE5 "
        "\xF1\xE5\xEC\xFC\xE8 \xEF\xEE\xF5\xEE\xE6\xE8 ";
  }
  EXPECT_TRUE(decoded(russian).starts_with("windows-1251 detected|Все счастливые семьи"));
}

TEST(Charset, reads_anything) {
  EXPECT_EQ(decoded(""), "utf-8 bytes|");
  EXPECT_EQ(decoded("abc", "iso-2022-kr"), "utf-8 bytes|abc");
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const Encoding& encoding : encodings()) {
    CharsetDecoder decoder;
    const DecodedPage out = decoder.decode(all, encoding.name);
    EXPECT_EQ(decoder.decode(std::string(out.utf8), "utf-8").charset, "utf-8") << encoding.name;
  }
}

}  // namespace
}  // namespace doppel::charset
