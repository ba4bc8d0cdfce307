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
  uint32_t page;
};

bool preferred(const Standing& a, const Standing& b) {
  auto key = [](const Standing& s) {
    return std::tuple(-s.bucket, !s.https, s.dynamic, s.url.size(), s.url, s.page);
  };
  return key(a) < key(b);
}

}  // namespace

int score_bucket(double score) {
  if (!std::isfinite(score) || score < 0) return -1;
  return std::ilogb(1 + score);
}

std::vector<PageId> winner_order(std::span<const PageFacts> pages) {
  std::vector<Standing> standings;
  standings.reserve(pages.size());
  for (const PageFacts& page : pages) {
    standings.push_back({score_bucket(page.score), page.url.starts_with("https:"),
                         page.url.find('?') != page.url.npos, page.url,
                         static_cast<uint32_t>(standings.size())});
  }
  std::sort(standings.begin(), standings.end(), preferred);
  std::vector<PageId> out;
  out.reserve(pages.size());
  for (const Standing& s : standings) out.push_back({s.page});
  return out;
}

}  // namespace doppel::group
