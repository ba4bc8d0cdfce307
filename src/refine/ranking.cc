// Fusion is by rank alone, because scores of different engines have different scales (Cormack,
// Clarke and Buettcher 2009, whose constant 60 this is). The terms of a sum are added best rank
// first, whatever the order of the request, so that equal sets of ranks give equal scores to the
// last bit.
//
// Tested by ranking_test.cc; refine_laws_test.cc shuffles requests.
#include "refine/ranking.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "base/keyed_hash.h"

namespace doppel::refine {
namespace {

constexpr double kFusion = 60;

bool usable(const SearchResult& result) { return result.rank && *result.rank <= kMaxRank; }

bool several_engines(std::span<const SearchResult> results) {
  return std::any_of(results.begin(), results.end(),
                     [&](const SearchResult& r) { return r.engine != results[0].engine; });
}

// The indices of one list, by rank.
void sort_by_rank(std::span<const SearchResult> results, std::vector<size_t>& list) {
  std::stable_sort(list.begin(), list.end(), [&](size_t a, size_t b) {
    const bool has_a = usable(results[a]), has_b = usable(results[b]);
    if (!has_a || !has_b) return has_a && !has_b;
    return *results[a].rank < *results[b].rank;
  });
}

// Gives every result of a sorted list a rank, ascending.
std::vector<Ranked> numbered(std::span<const SearchResult> results,
                             const std::vector<size_t>& list) {
  std::vector<Ranked> out;
  uint64_t next = usable(results[list[0]]) ? 0 : 1;
  for (size_t index : list) {
    const uint64_t given = usable(results[index]) ? *results[index].rank : 0;
    out.push_back({index, std::max(given, next), {}});
    next = out.back().rank + 1;
  }
  return out;
}

// One address on its way into the merged list.
struct Fused {
  Ranked best;
  std::vector<uint64_t> ranks;
  double score = 0;
};

// Joins the numbered lists by address.
std::vector<Fused> fuse(std::span<const SearchResult> results,
                        const std::vector<std::vector<Ranked>>& lists) {
  std::vector<Fused> out;
  std::unordered_map<std::string_view, size_t, KeyedHash> by_address;
  for (const std::vector<Ranked>& list : lists) {
    std::unordered_map<std::string_view, bool, KeyedHash> seen_here;
    for (const Ranked& place : list) {
      const std::string_view url = results[place.index].url;
      const bool first_here = !url.empty() && seen_here.emplace(url, true).second;
      const auto known = first_here ? by_address.find(url) : by_address.end();
      if (known == by_address.end()) {
        if (first_here) by_address.emplace(url, out.size());
        out.push_back({place, {place.rank}});
        continue;
      }
      Fused& joined = out[known->second];
      joined.ranks.push_back(place.rank);
      // Lists come in the order of their names, so that an equal rank changes nothing.
      if (place.rank < joined.best.rank) {
        joined.best.merged.push_back(joined.best.index);
        joined.best.index = place.index;
        joined.best.rank = place.rank;
      } else {
        joined.best.merged.push_back(place.index);
      }
    }
  }
  return out;
}

std::vector<Ranked> merge(std::span<const SearchResult> results,
                          const std::vector<std::vector<Ranked>>& lists) {
  std::vector<Fused> fused = fuse(results, lists);
  for (Fused& f : fused) {
    std::sort(f.ranks.begin(), f.ranks.end());
    for (uint64_t rank : f.ranks) f.score += 1 / (kFusion + static_cast<double>(rank));
  }
  std::stable_sort(fused.begin(), fused.end(), [&](const Fused& a, const Fused& b) {
    if (a.score != b.score) return a.score > b.score;
    const SearchResult &x = results[a.best.index], &y = results[b.best.index];
    return std::tie(a.best.rank, x.url, x.engine) < std::tie(b.best.rank, y.url, y.engine);
  });
  std::vector<Ranked> out;
  for (Fused& f : fused) {
    f.best.rank = out.size() + 1;
    out.push_back(std::move(f.best));
  }
  return out;
}

}  // namespace

std::vector<Ranked> rank_results(std::span<const SearchResult> results) {
  if (results.empty()) return {};
  std::vector<size_t> all(results.size());
  std::iota(all.begin(), all.end(), size_t{0});
  if (!several_engines(results)) {
    sort_by_rank(results, all);
    return numbered(results, all);
  }
  std::stable_sort(all.begin(), all.end(),
                   [&](size_t a, size_t b) { return results[a].engine < results[b].engine; });
  std::vector<std::vector<Ranked>> lists;
  for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && results[all[end]].engine == results[all[begin]].engine) ++end;
    std::vector<size_t> list(all.begin() + static_cast<std::ptrdiff_t>(begin),
                             all.begin() + static_cast<std::ptrdiff_t>(end));
    sort_by_rank(results, list);
    lists.push_back(numbered(results, list));
  }
  return merge(results, lists);
}

}  // namespace doppel::refine
