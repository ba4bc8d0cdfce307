#include "group/winner_order.h"

#include <algorithm>
#include <cmath>

namespace doppel::group {
namespace {

// What is compared first, as two numbers; the smaller is preferred. Pages that are equal here are
// told apart by their whole URLs.
struct Standing {
  uint64_t rules;     // score bucket, scheme, dynamic, length of the URL
  uint64_t distinct;  // bytes of the URL behind what all have in common
  uint32_t page;
};

uint64_t rules_of(const PageFacts& page) {
  constexpr int kLengthBits = 48;
  constexpr int kMostBucket = 1023;
  const auto bucket = static_cast<uint64_t>(kMostBucket - score_bucket(page.score));
  const bool other_scheme = !page.url.starts_with("https:");
  const bool dynamic = page.url.find('?') != page.url.npos;
  return (bucket << 2 | uint64_t{other_scheme} << 1 | uint64_t{dynamic}) << kLengthBits |
         page.url.size();
}

size_t common_prefix(std::span<const PageFacts> pages) {
  std::string_view common = pages.empty() ? std::string_view() : pages.front().url;
  for (const PageFacts& page : pages) {
    auto [end, other] =
        std::mismatch(common.begin(), common.end(), page.url.begin(), page.url.end());
    common = common.substr(0, static_cast<size_t>(end - common.begin()));
  }
  return common.size();
}

// The first eight bytes as a number that orders as they do.
uint64_t first_bytes(std::string_view bytes) {
  uint64_t out = 0;
  for (size_t i = 0; i < 8; ++i) {
    out = out << 8 | (i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0);
  }
  return out;
}

}  // namespace

int score_bucket(double score) {
  if (!std::isfinite(score) || score < 0) return -1;
  return std::ilogb(1 + score);
}

Table<PageId> winner_order(std::span<const PageFacts> pages, TableMemory* memory) {
  const size_t common = common_prefix(pages);
  Table<Standing> standings(memory);
  standings.reserve(pages.size());
  for (const PageFacts& page : pages) {
    standings.push_back({rules_of(page), first_bytes(page.url.substr(common)),
                         static_cast<uint32_t>(standings.size())});
  }
  auto preferred = [&](const Standing& a, const Standing& b) {
    if (a.rules != b.rules) return a.rules < b.rules;
    if (a.distinct != b.distinct) return a.distinct < b.distinct;
    const int order = pages[a.page].url.compare(pages[b.page].url);
    return order != 0 ? order < 0 : a.page < b.page;
  };
  // As they are, often: pages without URLs.
  if (!std::is_sorted(standings.begin(), standings.end(), preferred)) {
    std::sort(standings.begin(), standings.end(), preferred);
  }
  Table<PageId> out(memory);
  out.reserve(pages.size());
  for (const Standing& s : standings) out.push_back({s.page});
  return out;
}

}  // namespace doppel::group
