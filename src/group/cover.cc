// Tested by cover_test.cc.
#include "group/cover.h"

#include "base/union_find.h"

namespace doppel::group {
namespace {

constexpr size_t kTrimEvery = 256;

}  // namespace

// Counts the pages of each component by its root; components of two or more pages become groups.
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
    for (TextId text :
         in_.texts) {  // in page order, so that groups are ordered by their first page
      uint32_t root = components_.root(text.value);
      if (sizes[root] < 2 || group_of[root] != kNoGroup) continue;
      group_of[root] = static_cast<uint32_t>(out.ends_.size());
      out.ends_.push_back(members);  // where the group begins, until its members are added
      members += sizes[root];
    }
    out.members_.resize(members);
    size_t steps = 0;
    for (PageId page : in_.order.pages) {
      if (++steps % kTrimEvery == 0) memory_->trim_resident();
      uint32_t group = group_of[components_.root(in_.texts[page.index()].value)];
      if (group != kNoGroup) out.members_[out.ends_[group]++] = page;
    }
    return out;
  }

 private:
  const CoverInput& in_;
  TableMemory* memory_;
  UnionFind components_;
};

namespace {

std::optional<Removal> removal(const CoverInput& in, PageId page) {
  const TextId text = in.texts[page.index()];
  if (const auto& near = in.removals[text.index()]) {
    return Removal{in.order.best[near->kept.index()], Level::kNear, near->similarity, near->view};
  }
  const PageId best = in.order.best[text.index()];
  if (page == best) return std::nullopt;
  const bool same_bytes = in.forms[page.index()] == in.forms[best.index()];
  return Removal{best,
                 same_bytes ? Level::kBytes : Level::kWords,
                 {.common = in.shingle_counts[text.index()]}};
}

Table<std::optional<Removal>> page_removals(const CoverInput& in, TableMemory* memory) {
  Table<std::optional<Removal>> out(in.texts.size(), memory);
  size_t steps = 0;
  for (PageId page : in.order.pages) {
    out[page.index()] = removal(in, page);
    if (++steps % kTrimEvery == 0) memory->trim_resident();
  }
  return out;
}

}  // namespace

Cover cover(const CoverInput& input, TableMemory* memory, ThreadPool* pool) {
  Cover out(memory);
  for_each_index(pool, 2, [&](size_t half) {
    if (half == 0) {
      out.removals = page_removals(input, memory);
    } else {
      out.groups = GroupBuilder(input, memory).build();
    }
  });
  return out;
}

}  // namespace doppel::group
