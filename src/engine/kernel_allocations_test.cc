// The kernels allocate nothing for a text, a row or a pair once their buffers have grown: a second
// pass over the same batch allocates nothing at all. This program counts the calls of `operator
// new`.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "compare/bucket_pairs.h"
#include "compare/verify_pairs.h"
#include "group/text_removals.h"
#include "sketch/band_keys.h"
#include "texts/signer.h"

namespace {

std::atomic<size_t> allocations = 0;

}  // namespace

void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(std::max<size_t>(size, 1));
}
void* operator new(size_t size) {
  if (void* out = operator new(size, std::nothrow)) return out;
  throw std::bad_alloc();
}
// Not inlined, because g++ 12 would warn that free() does not match new.
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, size_t) noexcept { std::free(p); }

namespace doppel::engine {
namespace {

// How many allocations the second of two calls makes.
template <typename Call>
size_t allocations_of_second(Call call) {
  call();
  const size_t before = allocations;
  call();
  return allocations - before;
}

// Words of ASCII and of other scripts, with combining marks, with more than 64 bytes, numbers,
// empty texts.
std::vector<std::string> mixed_texts() {
  std::vector<std::string> out;
  for (int i = 0; i < 40; ++i) {
    std::string text;
    for (int word = 0; word < 30 + i; ++word) {
      text +=
          "Word" + std::to_string(word * i % 17) + " e\u0301cole \u0416\u0443\u043A \u4E2D\u6587 ";
      text += "\uFF21\uFF22 2012-04-16 9:30 7 " + std::string(70 + i, 'x') + "\u00C9 ";
    }
    out.push_back(i % 10 == 0 ? "" : text);
  }
  return out;
}

TEST(Kernels, take_no_memory_for_a_text) {
  const std::vector<std::string> owned = mixed_texts();
  const std::vector<std::string_view> texts(owned.begin(), owned.end());
  const sketch::Banding banding{21, 6};
  std::vector<uint32_t> keys(texts.size() * banding.bands);
  for (TextRules rules : {TextRules{}, TextRules{.padding = Padding::kAlways},
                          TextRules{.mask_numbers = true}, TextRules{.unit = Unit::kChar, .k = 8},
                          TextRules{.unit = Unit::kChar, .k = 8, .padding = Padding::kAlways}}) {
    texts::Signer signer(rules);
    similarity::Overlap overlap;
    EXPECT_EQ(allocations_of_second([&] {
                for (size_t i = 0; i < texts.size(); ++i) {
                  const auto own = std::span(keys).subspan(i * banding.bands, banding.bands);
                  sketch::make_band_keys(texts::sketch_text(texts[i], signer).slots, banding, own);
                }
                for (std::string_view text : texts) texts::shingle_set(text, signer, overlap);
              }),
              0U);
  }
}

TEST(Kernels, take_no_memory_for_a_row_or_a_pair) {
  constexpr Rank kTexts = 200;
  std::vector<compare::BucketRow> rows;
  std::vector<uint64_t> shingles(kTexts + 100);
  for (size_t i = 0; i < shingles.size(); ++i) shingles[i] = i * 0x9E3779B97F4A7C15;
  std::vector<std::span<const uint64_t>> sets;
  for (Rank text = 0; text < kTexts; ++text) {
    rows.push_back({text / 30, text});
    sets.push_back(std::span(shingles).subspan(text, 100));
  }
  compare::OpenBucket open;
  similarity::Overlap overlap;
  std::vector<CandidatePair> candidates;
  std::vector<RankedPair> pairs;
  std::vector<std::optional<RankedRemoval>> removals(kTexts);
  EXPECT_EQ(allocations_of_second([&] {
              candidates.clear();
              pairs.clear();
              std::fill(removals.begin(), removals.end(), std::nullopt);
              compare::append_bucket_pairs(rows, 8, open, candidates);
              compare::verify_pairs(candidates, sets, {4, 5}, overlap, pairs);
              group::remove_texts(pairs, removals);
            }),
            0U);
  EXPECT_GT(candidates.size(), pairs.size());
  EXPECT_GT(pairs.size(), kTexts);
}

}  // namespace
}  // namespace doppel::engine
