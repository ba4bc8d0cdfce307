#include <gtest/gtest.h>

#include "doppel/refine.h"

namespace doppel {
namespace {

std::string error(std::string_view record) { return decode_filter(record).error().message(); }

TEST(FilterRecord, has_8_bytes_before_the_bits) {
  const std::string record = encode(text_filter("some words"));
  EXPECT_EQ(record.size(), 264u);
  EXPECT_EQ(record.substr(0, 5), std::string("DF\1\0\2", 5));
  EXPECT_EQ(filter_text(text_filter("some words")).size(), 352u);
}

TEST(FilterRecord, gives_back_every_kind_and_size) {
  for (uint32_t bits : {64u, 128u, 192u, 1280u, 2048u, 1u << 20}) {
    for (FilterKind kind : {FilterKind::kText, FilterKind::kLinks}) {
      PageFilter filter = text_filter("some words", {.bits = bits, .hashes = 7});
      filter.rules.kind = kind;
      auto bytes = decode_filter(encode(filter));
      auto text = parse_filter(filter_text(filter));
      ASSERT_TRUE(bytes && text);
      EXPECT_EQ(*bytes, filter);
      EXPECT_EQ(*text, filter);
    }
  }
}

TEST(FilterRecord, is_read_from_either_alphabet_and_from_hexadecimal) {
  // The bits of an address filter, chosen so that both differing letters of base64 occur.
  PageFilter filter = text_filter("x", {.bits = 64});
  filter.words = {0xFFFEFBFFFFFBEFBE};
  const std::string text = filter_text(filter);
  std::string address = text;
  for (char& c : address) c = c == '+' ? '-' : c == '/' ? '_' : c;
  EXPECT_NE(text, address);
  while (address.ends_with('=')) address.pop_back();
  std::string hex, capital;
  for (char c : encode(filter)) {
    const auto byte = static_cast<uint8_t>(c);
    hex += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    capital += {"0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
  }
  for (const std::string& form : {text, address, hex, capital}) {
    auto read = parse_filter(form);
    ASSERT_TRUE(read) << form << ": " << read.error().message();
    EXPECT_EQ(*read, filter);
  }
}

TEST(FilterRecord, says_what_is_wrong) {
  const std::string good = encode(text_filter("x"));
  EXPECT_EQ(error(""), "filter: does not begin with DF");
  EXPECT_EQ(error("XX" + good.substr(2)), "filter: does not begin with DF");
  std::string version = good;
  version[2] = 2;
  EXPECT_EQ(error(version), "filter: unknown version 2");
  EXPECT_EQ(error(good.substr(0, 20)),
            "filter: the bits take 12 bytes, which is not a multiple of 8");
  EXPECT_EQ(error(good.substr(0, 24)), "filter: the checksum does not match");
  EXPECT_EQ(parse_filter("!").error().message(), "filter: neither base64 nor hexadecimal");
  EXPECT_EQ(parse_filter("4446f").error().message(), "filter: neither base64 nor hexadecimal");
  EXPECT_EQ(parse_filter("").error().message(), "filter: does not begin with DF");
}

TEST(FilterRecord, sees_every_changed_bit) {
  const std::string good = encode(text_filter("x", {.bits = 64}));
  for (size_t i = 0; i < good.size() * 8; ++i) {
    std::string bad = good;
    bad[i / 8] = static_cast<char>(bad[i / 8] ^ (1 << i % 8));
    EXPECT_FALSE(decode_filter(bad)) << i;
  }
}

TEST(FilterRecord, has_no_empty_filter) {
  const PageFilter none{{FilterKind::kText, 0, 2}, {}};
  EXPECT_EQ(error(encode(none)),
            "filter: the bits of a filter must be a multiple of 64, at most 1048576 (got 0)");
}

}  // namespace
}  // namespace doppel
