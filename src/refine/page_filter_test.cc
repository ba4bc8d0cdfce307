#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "doppel/refine.h"
#include "sketch/chunks.h"
#include "sketch/kernels.h"
#include "support/refine_pages.h"

namespace doppel {
namespace {

using support::page_text;

TEST(PageFilter, of_equal_contents_is_equal) {
  EXPECT_EQ(text_filter("1. Some Words: here\n"), text_filter("some words  here"));
  EXPECT_NE(text_filter("some words here"), text_filter("some words there"));
}

TEST(PageFilter, of_nothing_has_no_bits) {
  EXPECT_EQ(sketch::count_bits(text_filter("").words), 0u);
  EXPECT_EQ(sketch::count_bits(text_filter(" : - ").words), 0u);
  EXPECT_EQ(sketch::count_bits(link_filter({}).words), 0u);
}

TEST(PageFilter, has_the_size_and_the_hashes_it_was_asked_for) {
  const std::string text = page_text(1, 4000);
  for (uint32_t bits : {64u, 1280u, 2048u, 4096u}) {
    const PageFilter filter = text_filter(text, {.bits = bits, .hashes = 3});
    EXPECT_EQ(filter.words.size() * 64, bits);
    EXPECT_EQ(filter.rules.hashes, 3u);
  }
}

TEST(PageFilter, folds_to_the_filter_of_the_smaller_size) {
  const std::string text = page_text(3, 8000);
  const PageFilter large = text_filter(text, {.bits = 4096}), small = text_filter(text);
  auto overlap = compare_filters(large, small);
  ASSERT_TRUE(overlap);
  EXPECT_EQ(overlap->bits, 2048u);
  EXPECT_EQ(overlap->left_bits, overlap->right_bits);
  EXPECT_EQ(overlap->common_bits, overlap->left_bits);
  EXPECT_EQ(overlap->resemblance(), 1'000'000u);
}

TEST(PageFilter, tells_unrelated_pages_of_64_kilobytes_apart) {
  uint32_t lowest_raw = 1'000'000;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    auto overlap = compare_filters(text_filter(page_text(2 * seed, 65536)),
                                   text_filter(page_text(2 * seed + 1, 65536)));
    ASSERT_TRUE(overlap);
    EXPECT_LT(overlap->resemblance(), 100'000u) << seed;
    EXPECT_LT(overlap->containment(), 100'000u) << seed;
    lowest_raw = std::min(lowest_raw, overlap->raw());
  }
  EXPECT_GT(lowest_raw, 100'000u);  // J's ratio has a floor: the fill of the other filter
}

// The chunks themselves, in place of the bits they set.
std::set<Hash128> chunks_of(const std::string& text) {
  const auto ids = sketch::chunk_ids(canonical_text(text), {.chunker = Chunker::kRabin},
                                     sketch::ChunkIdKind::kXxh3);
  return {ids.begin(), ids.end()};
}

TEST(PageFilter, counts_the_chunks_two_pages_share) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string both = page_text(3 * seed, 1000 * seed + 500);
    const std::string left = both + page_text(3 * seed + 1, 20'000);
    const std::string right = both + page_text(3 * seed + 2, 5'000);
    const auto a = chunks_of(left), b = chunks_of(right);
    const auto common =
        std::count_if(a.begin(), a.end(), [&](const Hash128& id) { return b.contains(id); });
    const double exact =
        static_cast<double>(common) / static_cast<double>(std::max(a.size(), b.size()));
    auto overlap = compare_filters(text_filter(left), text_filter(right));
    ASSERT_TRUE(overlap);
    // Some three deviations at the fullest of these filters.
    EXPECT_NEAR(overlap->resemblance() / 1e6, exact, .07) << seed;
    EXPECT_NEAR(static_cast<double>(overlap->left) / 65536, static_cast<double>(a.size()), 16)
        << seed;
  }
}

TEST(PageFilter, of_links_knows_each_address_once) {
  const std::vector<std::string> one{"http://a.org/", "http://b.org/"},
      other{"http://b.org/", "http://a.org/", "http://a.org/"};
  EXPECT_EQ(link_filter(one), link_filter(other));
  EXPECT_EQ(sketch::count_bits(link_filter(one).words), 4u);
}

TEST(PageFilter, names_both_when_it_cannot_compare) {
  const PageFilter page = text_filter("x");
  auto error = [&](const PageFilter& other) {
    return compare_filters(page, other).error().message();
  };
  EXPECT_EQ(error(text_filter("x", {.bits = 1280})),
            "these filters cannot be compared: a text filter of 2048 bits and 2 hashes and "
            "a text filter of 1280 bits and 2 hashes");
  EXPECT_EQ(error(text_filter("x", {.hashes = 1})),
            "these filters cannot be compared: a text filter of 2048 bits and 2 hashes and "
            "a text filter of 2048 bits and 1 hash");
  EXPECT_EQ(error(link_filter({})),
            "these filters cannot be compared: a text filter of 2048 bits and 2 hashes and "
            "a links filter of 2048 bits and 2 hashes");
  EXPECT_TRUE(compare_filters(text_filter("x", {.bits = 1280}), text_filter("x", {.bits = 1280})));
}

TEST(PageFilter, that_is_full_tells_nothing) {
  PageFilter full = text_filter("x");
  for (uint64_t& word : full.words) word = ~uint64_t{0};
  for (const PageFilter& other : {text_filter(page_text(1, 9000)), full}) {
    auto overlap = compare_filters(full, other);
    ASSERT_TRUE(overlap);
    EXPECT_EQ(overlap->resemblance(), 0u);
    EXPECT_EQ(overlap->containment(), 0u);
    EXPECT_EQ(overlap->raw(), 0u);
  }
}

TEST(FilterRules, have_limits) {
  EXPECT_EQ(FilterRules{.bits = 100}.check().message(),
            "the bits of a filter must be a multiple of 64, at most 1048576 (got 100)");
  EXPECT_FALSE(FilterRules{.bits = 0}.check().ok());
  EXPECT_FALSE(FilterRules{.bits = 1u << 21}.check().ok());
  EXPECT_EQ(FilterRules{.hashes = 0}.check().message(),
            "a filter must have between 1 and 32 hashes (got 0)");
  EXPECT_FALSE(FilterRules{.kind = static_cast<FilterKind>(2)}.check().ok());
}

}  // namespace
}  // namespace doppel
