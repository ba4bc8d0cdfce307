#include "characters/utf8.h"

#include <gtest/gtest.h>
#include <unicode/utf8.h>

#include <random>
#include <string>
#include <vector>

namespace doppel::characters {
namespace {

// Bytes at which a rule begins or ends to hold, and their neighbours.
constexpr unsigned char kEdges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                    0xC0, 0xC1, 0xC2, 0xC3, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
                                    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF};

std::vector<char32_t> code_points(std::string_view utf8) {
  std::vector<char32_t> out;
  for (size_t at = 0; at < utf8.size();) {
    out.push_back(next_code_point(utf8, at));
    out.push_back(static_cast<char32_t>(at));
  }
  return out;
}

std::vector<char32_t> code_points_by_icu(std::string_view utf8) {
  std::vector<char32_t> out;
  const size_t size = utf8.size();
  for (size_t at = 0; at < size;) {
    UChar32 c;
    U8_NEXT_OR_FFFD(utf8.data(), at, size, c);
    out.push_back(static_cast<char32_t>(c));
    out.push_back(static_cast<char32_t>(at));
  }
  return out;
}

// Code points, and where each ends. Every text of one to four such bytes.
TEST(Utf8, damage_is_read_as_icu_reads_it) {
  constexpr size_t kCount = std::size(kEdges);
  for (size_t length = 1, texts = kCount; length <= 4; ++length, texts *= kCount) {
    for (size_t number = 0; number < texts; ++number) {
      std::string text;
      for (size_t rest = number, i = 0; i < length; ++i, rest /= kCount) {
        text += static_cast<char>(kEdges[rest % kCount]);
      }
      ASSERT_EQ(code_points(text), code_points_by_icu(text)) << number;
    }
  }
}

TEST(Utf8, random_bytes_are_read_as_icu_reads_them) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (size_t n = random() % 40; n > 0; --n) text += static_cast<char>(random());
    ASSERT_EQ(code_points(text), code_points_by_icu(text)) << round;
  }
}

TEST(Utf8, every_code_point_is_read_as_it_was_written) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    char bytes[kLongestUtf8];
    const size_t size = put_utf8(c, bytes);
    size_t at = 0;
    ASSERT_EQ(next_code_point({bytes, size}, at), c);
    ASSERT_EQ(at, size);
  }
}

}  // namespace
}  // namespace doppel::characters
