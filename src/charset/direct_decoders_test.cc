#include "charset/direct_decoders.h"

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <algorithm>
#include <random>
#include <string>

#include "charset/charset.h"

namespace doppel::charset {
namespace {

// What ICU makes of it, U+FFFD for what means nothing.
std::string by_icu(std::string_view page, const char* encoding) {
  UErrorCode error = U_ZERO_ERROR;
  UConverter* converter = ucnv_open(encoding, &error);
  std::string out(converted_bound(page.size()), '\0');
  out.resize(static_cast<size_t>(ucnv_toAlgorithmic(UCNV_UTF8, converter, out.data(),
                                                    static_cast<int32_t>(out.size()), page.data(),
                                                    static_cast<int32_t>(page.size()), &error)));
  ucnv_close(converter);
  return out;
}

size_t count(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++found;
  return found;
}

TEST(DirectDecoders, broken_utf8_is_repaired_as_by_icu) {
  constexpr std::string_view kBytes =
      "a\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF3\xF4\xF5\xFF\x80\x8F\x90\x9F\xA0\xBB\xBD\xBF\xBF";
  std::mt19937 random(1);
  for (int round = 0; round < 100'000; ++round) {
    std::string page;
    for (size_t size = random() % 24; size > 0; --size) page += kBytes[random() % kBytes.size()];
    std::string out(converted_bound(page.size()), '\0');
    const Converted done = repair_utf8(page, out.data());
    out.resize(done.bytes);
    ASSERT_EQ(out, by_icu(page, "UTF-8")) << testing::PrintToString(page);
    EXPECT_EQ(done.broken, count(out, "\uFFFD"));
    EXPECT_EQ(done.beyond_ascii,
              std::count_if(out.begin(), out.end(), [](char c) { return (c & 0xC0) == 0xC0; }));
  }
}

TEST(DirectDecoders, every_encoding_of_one_byte_is_read_as_by_icu) {
  std::mt19937 random(2);
  CharsetDecoder decoder;
  int read = 0;
  for (const Encoding& encoding : encodings()) {
    UErrorCode error = U_ZERO_ERROR;
    UConverter* converter = ucnv_open(encoding.converter, &error);
    const bool one_byte = ucnv_getType(converter) == UCNV_SBCS;
    ucnv_close(converter);
    if (!one_byte) continue;
    std::string letters;  // that mean something
    for (int i = 0x80; i < 0x100; ++i) {
      const std::string letter(1, static_cast<char>(i));
      if (by_icu(letter, encoding.converter) != "\uFFFD") letters += letter;
    }
    for (int round = 0; round < 200; ++round) {
      std::string page = "a";
      for (size_t size = random() % 60 + 8; size > 0; --size) {
        page += random() % 3 ? "text \0<>"[random() % 8] : letters[random() % letters.size()];
        if (random() % 16 == 0) page += static_cast<char>(random());
      }
      page += letters[0];  // so it is not UTF-8
      const DecodedPage out = decoder.decode(page, encoding.name);
      if (out.charset != encoding.name) continue;  // too much of it means nothing
      ++read;
      const std::string expected = by_icu(page, encoding.converter);
      ASSERT_EQ(out.utf8, expected) << encoding.name;
      EXPECT_EQ(out.repaired, count(expected, "\uFFFD") > 0);
    }
  }
  EXPECT_GT(read, 20 * 150);
}

}  // namespace
}  // namespace doppel::charset
