// The rule "removed iff an earlier kept text is a neighbour" defines the lexicographically first
// maximal independent set of the pair graph. Example, a chain in winner order a, b, c, d with pairs
// a-b, b-c, c-d: a is kept; b is removed for a; c has no kept neighbour, so it is kept although its
// group's winner is a; d is removed for c. Checking against the winner alone would keep d as well;
// removing whole components would remove c and d for a page they do not resemble.
//
// One walk over the texts in winner order decides each by its earlier neighbours. The first kept
// one is the certificate: neighbours are looked at in winner order. Tested by cover_test.cc: known
// graphs, and all graphs of up to five texts against the definition.
#include "group/cover.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "group/components.h"
#include "group/winner_order.h"

namespace doppel::group {
namespace {

class CoverWalk {
 public:
  explicit CoverWalk(const CoverInput& in) : in_(in), order_(winner_order(in.pages)) {
    rank_texts();
    link_neighbours();
  }

  Cover run() {
    Cover out;
    out.removals.resize(in_.pages.size());
    std::vector<std::optional<Removal>> near(texts());
    for (uint32_t rank = 0; rank < texts(); ++rank) near[by_rank_[rank].index()] = verdict(rank);
    for (PageId page : order_) out.removals[page.index()] = removal(page, near);
    out.groups = groups();
    return out;
  }

 private:
  struct Neighbour {
    uint32_t rank;
    Similarity similarity;  // left = the text whose neighbour it is
  };

  size_t texts() const { return in_.shingle_counts.size(); }

  // A text stands where its best page stands.
  void rank_texts() {
    constexpr uint32_t kUnranked = UINT32_MAX;
    rank_.assign(texts(), kUnranked);
    best_.resize(texts());
    for (PageId page : order_) {
      TextId text = in_.texts[page.index()];
      if (rank_[text.index()] != kUnranked) continue;
      rank_[text.index()] = static_cast<uint32_t>(by_rank_.size());
      best_[text.index()] = page;
      by_rank_.push_back(text);
    }
    assert(by_rank_.size() == texts());
  }

  // For each text the neighbours that stand before it, in winner order.
  void link_neighbours() {
    earlier_.resize(texts());
    for (const Pair& pair : in_.pairs) {
      uint32_t left = rank_[pair.left.index()], right = rank_[pair.right.index()];
      const Similarity& s = pair.similarity;
      if (left < right) {
        earlier_[right].push_back({left, {s.common, s.right_only, s.left_only}});
      } else {
        earlier_[left].push_back({right, s});
      }
    }
    for (auto& neighbours : earlier_) {
      std::sort(neighbours.begin(), neighbours.end(),
                [](const Neighbour& a, const Neighbour& b) { return a.rank < b.rank; });
    }
  }

  std::optional<Removal> verdict(uint32_t rank) {
    for (const Neighbour& neighbour : earlier_[rank]) {
      if (!kept_[neighbour.rank]) continue;
      kept_.push_back(false);
      return Removal{best_[by_rank_[neighbour.rank].index()], Level::kNear, neighbour.similarity};
    }
    kept_.push_back(true);
    return std::nullopt;
  }

  std::optional<Removal> removal(PageId page, const std::vector<std::optional<Removal>>& near) {
    TextId text = in_.texts[page.index()];
    if (near[text.index()]) return near[text.index()];
    PageId best = best_[text.index()];
    if (page == best) return std::nullopt;
    bool same_bytes = in_.forms[page.index()] == in_.forms[best.index()];
    return Removal{best,
                   same_bytes ? Level::kBytes : Level::kWords,
                   {.common = in_.shingle_counts[text.index()]}};
  }

  std::vector<std::vector<PageId>> groups() const {
    Components components(texts());
    for (const Pair& pair : in_.pairs) components.join(pair.left.value, pair.right.value);
    std::vector<std::vector<PageId>> members(texts());
    for (PageId page : order_) {
      members[components.root(in_.texts[page.index()].value)].push_back(page);
    }
    std::erase_if(members, [](const auto& pages) { return pages.size() < 2; });
    auto first = [](const auto& pages) { return *std::min_element(pages.begin(), pages.end()); };
    std::sort(members.begin(), members.end(),
              [&](const auto& a, const auto& b) { return first(a) < first(b); });
    return members;
  }

  const CoverInput& in_;
  std::vector<PageId> order_;                    // all pages in winner order
  std::vector<TextId> by_rank_;                  // texts in winner order
  std::vector<uint32_t> rank_;                   // of each text
  std::vector<PageId> best_;                     // page of each text
  std::vector<std::vector<Neighbour>> earlier_;  // by rank
  std::vector<bool> kept_;                       // by rank, as far as decided
};

}  // namespace

Cover cover(const CoverInput& input) { return CoverWalk(input).run(); }

}  // namespace doppel::group
