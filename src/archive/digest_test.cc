#include "archive/digest.h"

#include <gtest/gtest.h>

namespace doppel::archive {
namespace {

TEST(Digest, known_answers) {
  EXPECT_EQ(sha1_digest(""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(check_digest("sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709", ""), DigestCheck::kEqual);
  EXPECT_EQ(check_digest("SHA-1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", ""), DigestCheck::kEqual);
  EXPECT_EQ(check_digest("md5:900150983cd24fb0d6963f7d28e17f72", "abc"), DigestCheck::kEqual);
  EXPECT_EQ(check_digest("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                         "abc"),
            DigestCheck::kEqual);
  EXPECT_EQ(check_digest("sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====", "abc"),
            DigestCheck::kEqual);
}

TEST(Digest, differs_or_is_unknown) {
  EXPECT_EQ(check_digest("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "x"), DigestCheck::kDiffers);
  EXPECT_EQ(check_digest("sha1:", ""), DigestCheck::kDiffers);
  EXPECT_EQ(check_digest("crc32:00000000", ""), DigestCheck::kUnknown);
  EXPECT_EQ(check_digest("3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", ""), DigestCheck::kUnknown);
}

TEST(Digest, stated_ones_differ_by_value_not_by_spelling) {
  constexpr std::string_view kEmpty = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  for (std::string_view same : {"sha1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", "sha256:AAAA", "",
                                "SHA-1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "crc32:0"}) {
    EXPECT_FALSE(digests_differ(kEmpty, same)) << same;
    EXPECT_FALSE(digests_differ(same, kEmpty)) << same;
  }
  for (std::string_view other : {"sha1:4I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "sha1:nonsense",
                                 "sha-1:EA39A3EE5E6B4B0D3255BFEF95601890AFD80709"}) {
    EXPECT_TRUE(digests_differ(kEmpty, other)) << other;
    EXPECT_TRUE(digests_differ(other, kEmpty)) << other;
  }
  EXPECT_TRUE(digests_differ("crc32:0", "CRC32:1"));
  EXPECT_FALSE(digests_differ("crc32:0", "CRC32:0"));
}

TEST(Digest, sha1_is_read_in_every_form) {
  auto base32 = parse_sha1("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  ASSERT_TRUE(base32);
  EXPECT_EQ(base32, parse_sha1("3i42h3s6nnfq2msvx7xzkyayscx5qbyj"));
  EXPECT_EQ(base32, parse_sha1("SHA-1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"));
  EXPECT_EQ((*base32)[0], 0xda);
  EXPECT_EQ((*base32)[19], 0x09);
  for (const char* none : {"", "sha1:", "sha256:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "-",
                           "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY", "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY1"}) {
    EXPECT_FALSE(parse_sha1(none)) << none;
  }
}

}  // namespace
}  // namespace doppel::archive
