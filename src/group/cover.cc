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
#include <utility>

#include "group/components.h"

namespace doppel::group {
namespace {

constexpr size_t kEaseEvery = 256;

}  // namespace

// Pages are counted by the root of their component; those of two or more get a place in the list.
class GroupBuilder {
 public:
  GroupBuilder(const CoverInput& in, TableMemory* memory)
      : in_(in), memory_(memory), components_(in.order.by_rank.size(), memory) {
    for (const Pair& pair : in.pairs) components_.join(pair.left.value, pair.right.value);
  }

  PageGroups build() {
    constexpr uint32_t kNoGroup = UINT32_MAX;
    const size_t texts = in_.order.by_rank.size();
    Table<uint32_t> sizes(texts, 0, memory_);
    for (TextId text : in_.texts) ++sizes[components_.root(text.value)];
    PageGroups out(memory_);
    Table<uint32_t> group_of(texts, kNoGroup, memory_);  // by root
    uint32_t members = 0;
    for (TextId text : in_.texts) {  // in page order: groups come out by their first page
      uint32_t root = components_.root(text.value);
      if (sizes[root] < 2 || group_of[root] != kNoGroup) continue;
      group_of[root] = static_cast<uint32_t>(out.ends_.size());
      out.ends_.push_back(members);  // where it begins, until its members are there
      members += sizes[root];
    }
    out.members_.resize(members);
    size_t steps = 0;
    for (PageId page : in_.order.pages) {
      if (++steps % kEaseEvery == 0) memory_->ease();
      uint32_t group = group_of[components_.root(in_.texts[page.index()].value)];
      if (group != kNoGroup) out.members_[out.ends_[group]++] = page;
    }
    return out;
  }

 private:
  const CoverInput& in_;
  TableMemory* memory_;
  Components components_;
};

namespace {

class CoverWalk {
 public:
  CoverWalk(const CoverInput& in, TableMemory* memory)
      : in_(in), memory_(memory), neighbours_(memory), kept_(memory) {
    link_neighbours();
  }

  Table<std::optional<Removal>> run() {
    Table<std::optional<Removal>> out(in_.texts.size(), memory_);
    Near near(texts(), memory_);
    for (uint32_t rank = 0; rank < texts(); ++rank) {
      near[in_.order.by_rank[rank].index()] = verdict(rank);
    }
    size_t steps = 0;
    for (PageId page : in_.order.pages) {
      out[page.index()] = removal(page, near);
      if (++steps % kEaseEvery == 0) memory_->ease();
    }
    return out;
  }

 private:
  using Near = Table<std::optional<Removal>>;  // of each text
  struct Neighbour {
    uint32_t rank;          // of the text whose neighbour it is
    uint32_t earlier;       // the neighbour's
    Similarity similarity;  // left = the later text
  };

  size_t texts() const { return in_.order.by_rank.size(); }

  // For each text the neighbours that stand before it, in winner order.
  void link_neighbours() {
    neighbours_.reserve(in_.pairs.size());
    for (const Pair& pair : in_.pairs) {
      uint32_t left = in_.order.rank_of[pair.left.index()];
      uint32_t right = in_.order.rank_of[pair.right.index()];
      const Similarity& s = pair.similarity;
      if (left < right) {
        neighbours_.push_back({right, left, {s.common, s.right_only, s.left_only}});
      } else {
        neighbours_.push_back({left, right, s});
      }
    }
    std::sort(neighbours_.begin(), neighbours_.end(), [](const Neighbour& a, const Neighbour& b) {
      return std::pair(a.rank, a.earlier) < std::pair(b.rank, b.earlier);
    });
  }

  // REQUIRES: called for all ranks in order.
  std::optional<Removal> verdict(uint32_t rank) {
    std::optional<Removal> out;
    for (; next_ < neighbours_.size() && neighbours_[next_].rank == rank; ++next_) {
      const Neighbour& neighbour = neighbours_[next_];
      if (out || !kept_[neighbour.earlier]) continue;
      PageId best = in_.order.best[in_.order.by_rank[neighbour.earlier].index()];
      out = Removal{best, Level::kNear, neighbour.similarity};
    }
    kept_.push_back(!out);
    return out;
  }

  std::optional<Removal> removal(PageId page, const Near& near) {
    TextId text = in_.texts[page.index()];
    if (near[text.index()]) return near[text.index()];
    PageId best = in_.order.best[text.index()];
    if (page == best) return std::nullopt;
    bool same_bytes = in_.forms[page.index()] == in_.forms[best.index()];
    return Removal{best,
                   same_bytes ? Level::kBytes : Level::kWords,
                   {.common = in_.shingle_counts[text.index()]}};
  }

  const CoverInput& in_;
  TableMemory* memory_;
  Table<Neighbour> neighbours_;  // by rank, then in winner order
  size_t next_ = 0;              // the first that is not looked at yet
  Table<bool> kept_;             // by rank, as far as decided
};

}  // namespace

Cover cover(const CoverInput& input, TableMemory* memory, ThreadPool* pool) {
  Cover out(memory);
  for_each_index(pool, 2, [&](size_t half) {
    if (half == 0) {
      out.removals = CoverWalk(input, memory).run();
    } else {
      out.groups = GroupBuilder(input, memory).build();
    }
  });
  return out;
}

}  // namespace doppel::group
