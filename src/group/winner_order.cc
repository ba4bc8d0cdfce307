#include "group/winner_order.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace doppel::group {
namespace {

struct Standing {
  int bucket;
  bool https, dynamic;
  std::string_view url;
  uint64_t distinct;  // bytes of the URL behind what all have in common, for a quick look
  uint32_t page;
};

bool preferred(const Standing& a, const Standing& b) {
  auto key = [](const Standing& s) {
    return std::tuple(-s.bucket, !s.https, s.dynamic, s.url.size(), s.distinct);
  };
  if (key(a) != key(b)) return key(a) < key(b);
  return std::tie(a.url, a.page) < std::tie(b.url, b.page);
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
    standings.push_back({score_bucket(page.score), page.url.starts_with("https:"),
                         page.url.find('?') != page.url.npos, page.url,
                         first_bytes(page.url.substr(common)),
                         static_cast<uint32_t>(standings.size())});
  }
  std::sort(standings.begin(), standings.end(), preferred);
  Table<PageId> out(memory);
  out.reserve(pages.size());
  for (const Standing& s : standings) out.push_back({s.page});
  return out;
}

}  // namespace doppel::group
