#include "sketch/chunks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "sketch/permutation.h"

namespace doppel::sketch {
namespace {

using Ends = std::vector<size_t>;

std::string random_text(size_t size, uint64_t seed) {
  TableRandom random(seed);
  std::string out(size, ' ');
  for (char& c : out) c = "etaoin shrdlu cmfwyp"[random.below(20)];
  return out;
}

Ends ends_of(const std::string& text, const ChunkRules& rules) {
  Ends out;
  chunk_ends(text, rules, out);
  return out;
}

// J's rules, one window at a time.
Ends rabin_by_definition(const std::string& text, const ChunkRules& rules) {
  Ends out;
  size_t begin = 0;
  for (size_t end = 1; end < text.size(); ++end) {
    bool marked = false;
    if (end >= 48) {
      const uint64_t f = rabin_fingerprint(std::string_view(text).substr(end - 48, 48));
      marked = f % rules.expected_bytes == 0x78 % rules.expected_bytes;
    }
    if (marked || end - begin == rules.max_bytes) out.push_back(begin = end);
  }
  if (!text.empty()) out.push_back(text.size());
  return out;
}

uint64_t multiply(uint64_t a, uint64_t b) {
  uint64_t out = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) out ^= a;
    a <<= 1;
    if (a >> 63) a ^= kRabinPolynomial;
  }
  return out;
}

// x^(2^times) modulo the polynomial.
uint64_t squared(int times) {
  uint64_t x = 2;
  for (int i = 0; i < times; ++i) x = multiply(x, x);
  return x;
}

int degree(uint64_t f) { return 63 - std::countl_zero(f); }

uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    while (a != 0 && degree(a) >= degree(b)) a ^= b << (degree(a) - degree(b));
    std::swap(a, b);
  }
  return a;
}

// Rabin's test for degree 63 = 3 * 3 * 7.
TEST(Rabin, polynomial_is_irreducible) {
  EXPECT_EQ(squared(63), 2u);
  EXPECT_EQ(greatest_common_divisor(kRabinPolynomial, squared(21) ^ 2), 1u);
  EXPECT_EQ(greatest_common_divisor(kRabinPolynomial, squared(9) ^ 2), 1u);
}

TEST(Rabin, fingerprint_is_the_remainder) {
  EXPECT_EQ(rabin_fingerprint("a"), 0x61u);
  EXPECT_EQ(rabin_fingerprint("ab"), 0x6162u);
  // x^63 = P - x^63, so eight bytes 80 00 .. 00 are x^63.
  EXPECT_EQ(rabin_fingerprint(std::string("\x80\0\0\0\0\0\0\0", 8)),
            kRabinPolynomial ^ uint64_t{1} << 63);
}

TEST(Rabin, cuts_where_the_definition_cuts) {
  for (uint32_t expected : {64, 256, 1024}) {
    for (size_t size : {0, 1, 47, 48, 49, 50, 1000, 20000}) {
      auto text = random_text(size, size + expected);
      ChunkRules rules{
          .chunker = Chunker::kRabin, .expected_bytes = expected, .max_bytes = 2 * expected};
      ASSERT_EQ(ends_of(text, rules), rabin_by_definition(text, rules)) << expected << " " << size;
    }
  }
}

TEST(Rabin, leaves_a_short_text_whole) {
  EXPECT_EQ(ends_of(random_text(47, 1), {.chunker = Chunker::kRabin}), Ends{47});
  EXPECT_EQ(ends_of("", {.chunker = Chunker::kRabin}), Ends{});
}

TEST(Gear, keeps_the_limits_and_the_expected_size) {
  for (uint32_t expected : {64, 256, 8192}) {
    ChunkRules rules{.expected_bytes = expected, .max_bytes = 4 * expected};
    auto ends = ends_of(random_text(expected * 2000, expected), rules);
    size_t begin = 0;
    for (size_t i = 0; i < ends.size(); ++i) {
      const size_t size = ends[i] - begin;
      EXPECT_LE(size, rules.max_bytes);
      if (i + 1 < ends.size()) {
        EXPECT_GT(size, rules.min_bytes());
      }
      begin = ends[i];
    }
    const double mean = expected * 2000.0 / static_cast<double>(ends.size());
    EXPECT_GT(mean, 0.9 * expected);
    EXPECT_LT(mean, 1.6 * expected);
  }
}

TEST(Gear, cuts_a_text_without_variety_at_the_maximum) {
  // One byte repeated: the hash settles after 64 steps and never comes by a boundary.
  auto ends = ends_of(std::string(200'000, 'a'), {.max_bytes = 4096});
  EXPECT_EQ(ends.size(), (200'000 + 4095) / 4096u);
}

class Chunkers : public testing::TestWithParam<Chunker> {};

TEST_P(Chunkers, give_the_text_back) {
  for (size_t size : {0, 1, 2, 63, 64, 65, 500, 100'000}) {
    auto ends = ends_of(random_text(size, 3), {.chunker = GetParam()});
    EXPECT_TRUE(std::is_sorted(ends.begin(), ends.end(), std::less_equal<>()))
        << "a chunk is empty";
    EXPECT_EQ(ends.empty() ? 0 : ends.back(), size);
    if (!ends.empty()) {
      EXPECT_GT(ends.front(), 0u);
    }
  }
}

TEST_P(Chunkers, change_only_the_chunks_around_an_edit) {
  const ChunkRules rules{.chunker = GetParam()};
  auto text = random_text(100'000, 5);
  auto before = chunk_ids(text, rules, ChunkIdKind::kXxh3);
  for (size_t at : {0, 50'000, 99'000}) {
    auto edited = text;
    edited.insert(at, "some words more ");
    auto after = chunk_ids(edited, rules, ChunkIdKind::kXxh3);
    auto sorted = before;
    std::sort(sorted.begin(), sorted.end());
    std::sort(after.begin(), after.end());
    std::vector<Hash128> lost;
    std::set_difference(sorted.begin(), sorted.end(), after.begin(), after.end(),
                        std::back_inserter(lost));
    EXPECT_LE(lost.size(), 6u) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Both, Chunkers, testing::Values(Chunker::kGear, Chunker::kRabin),
                         [](const auto& c) {
                           return c.param == Chunker::kGear ? "gear" : "rabin";
                         });

TEST(ChunkRules, knows_its_limits) {
  EXPECT_TRUE(ChunkRules{}.valid());
  EXPECT_FALSE((ChunkRules{.expected_bytes = 300}.valid()));
  EXPECT_FALSE((ChunkRules{.expected_bytes = 32}.valid()));
  EXPECT_FALSE((ChunkRules{.expected_bytes = 256, .max_bytes = 255}.valid()));
}

// FIPS 180: SHA-1("abc") = a9993e36 4706816a ba3e2571 7850c26c 9cd0d89d.
TEST(ChunkId, is_the_head_of_the_standard_sha1) {
  EXPECT_EQ(ChunkNamer(ChunkIdKind::kSha1).id("abc"),
            (Hash128{0xA9993E364706816A, 0xBA3E25717850C26C}));
  EXPECT_EQ(ChunkNamer(ChunkIdKind::kSha1).id(""),
            (Hash128{0xDA39A3EE5E6B4B0D, 0x3255BFEF95601890}));
  EXPECT_EQ(ChunkNamer(ChunkIdKind::kXxh3).id("abc"), hash128("abc"));
}

}  // namespace
}  // namespace doppel::sketch
