#include "group/winner_order.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace doppel::group {
namespace {

// Pages are ordered by numbers; the smaller is preferred.
struct Standing {
  uint64_t rules;     // score bucket, scheme, dynamic, length of the URL
  uint64_t distinct;  // the next eight bytes of the URL that are not the same in all of a run
  uint32_t page;
};

bool preferred(const Standing& a, const Standing& b) {
  if (a.rules != b.rules) return a.rules < b.rules;
  return a.distinct != b.distinct ? a.distinct < b.distinct : a.page < b.page;
}

uint64_t rules_of(const PageFacts& page) {
  constexpr int kMostBucket = 1023;
  constexpr int kLengthBits = 48;
  const auto bucket = static_cast<uint64_t>(kMostBucket - score_bucket(page.score));
  const bool other_scheme = !page.url.starts_with("https:");
  const bool dynamic = page.url.find('?') != page.url.npos;
  return (bucket << 2 | uint64_t{other_scheme} << 1 | uint64_t{dynamic}) << kLengthBits |
         page.url.size();
}

// The first eight bytes as a number that orders as they do.
uint64_t first_bytes(std::string_view bytes) {
  uint64_t out = 0;
  for (size_t i = 0; i < 8; ++i) {
    out = out << 8 | (i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0);
  }
  return out;
}

// URLs of one site have much in common, so a comparison of two reads far. Instead a run of pages is
// sorted by the eight bytes behind what all its URLs have in common, and each run of pages that are
// still equal is sorted again by what follows.
class UrlSort {
 public:
  UrlSort(std::span<const PageFacts> pages, std::span<Standing> standings)
      : pages_(pages), standings_(standings) {}

  void sort() {
    sort_run({0, standings_.size(), 0});
    while (!runs_.empty()) {
      const Run run = runs_.back();
      runs_.pop_back();
      sort_run(run);
    }
  }

 private:
  struct Run {
    size_t first, last;
    size_t common;  // bytes known to be the same in all URLs
  };

  void sort_run(const Run& run) {
    std::span<Standing> pages = standings_.subspan(run.first, run.last - run.first);
    if (pages.size() < 2) return;
    const size_t common = common_prefix(pages, run.common);
    for (Standing& s : pages) s.distinct = first_bytes(url(s).substr(common));
    // As they are, often: pages without URLs.
    if (!std::is_sorted(pages.begin(), pages.end(), preferred)) {
      std::sort(pages.begin(), pages.end(), preferred);
    }
    for (size_t first = 0, last; first < pages.size(); first = last) {
      last = first + 1;
      while (last < pages.size() && pages[last].rules == pages[first].rules &&
             pages[last].distinct == pages[first].distinct) {
        ++last;
      }
      // URLs of a run are equally long: none has a byte more than another.
      if (last - first > 1 && url(pages[first]).size() > common + 8) {
        runs_.push_back({run.first + first, run.first + last, common + 8});
      }
    }
  }

  size_t common_prefix(std::span<const Standing> pages, size_t known) const {
    std::string_view common = url(pages.front()).substr(known);
    for (const Standing& s : pages) {
      const std::string_view rest = url(s).substr(known);
      auto [end, other] = std::mismatch(common.begin(), common.end(), rest.begin(), rest.end());
      common = common.substr(0, static_cast<size_t>(end - common.begin()));
    }
    return known + common.size();
  }

  std::string_view url(const Standing& s) const { return pages_[s.page].url; }

  std::span<const PageFacts> pages_;
  std::span<Standing> standings_;
  std::vector<Run> runs_;
};

}  // namespace

int score_bucket(double score) {
  if (!std::isfinite(score) || score < 0) return -1;
  return std::ilogb(1 + score);
}

Table<PageId> winner_order(std::span<const PageFacts> pages, TableMemory* memory) {
  Table<Standing> standings(memory);
  standings.reserve(pages.size());
  for (const PageFacts& page : pages) {
    standings.push_back({rules_of(page), 0, static_cast<uint32_t>(standings.size())});
  }
  UrlSort(pages, standings).sort();
  Table<PageId> out(memory);
  out.reserve(pages.size());
  for (const Standing& s : standings) out.push_back({s.page});
  return out;
}

}  // namespace doppel::group
