// Who belongs together, who is kept, and why is the rest removed? The answer for a run over a fixed
// set of pages.
//
// Groups are the connected components over pairs of texts. Which texts are kept does not depend on
// the groups; it is decided text by text (text_removals.h). If a text is removed for another, all
// its pages are removed for the best page of that other text. If a text is kept, its best page is
// kept and its other pages are removed for it. So a page is never removed only because it resembles
// something that resembles something else.
//
// Cost: linear in pages, nearly linear in pairs. Thread safety: pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/ids.h"
#include "base/table.h"
#include "base/thread_pool.h"
#include "doppel/dedup.h"
#include "doppel/types.h"
#include "group/text_order.h"
#include "record/pair.h"

namespace doppel::group {

struct CoverInput {
  const TextOrder& order;
  std::span<const TextId> texts;             // of each page
  std::span<const FormId> forms;             // of each page; equal forms are equal bytes
  std::span<const uint32_t> shingle_counts;  // of each text that has several pages
  std::span<const std::optional<TextRemoval>> removals;  // of each text; nothing: it is kept
  std::span<const Pair> pairs;                           // enough to connect each group
};

struct Removal {
  PageId kept;
  Level level = Level::kNear;
  Similarity similarity;    // left = the removed page
  View view = View::kMain;  // the view of these counts, if texts have two
};

// Groups of two or more pages, each in winner order, ordered by their first page.
class PageGroups {
 public:
  explicit PageGroups(TableMemory* memory = usual_memory()) : members_(memory), ends_(memory) {}

  size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::span<const PageId> operator[](size_t group) const {
    const size_t begin = begin_of(group);
    return std::span(members_).subspan(begin, ends_[group] - begin);
  }

 private:
  friend class GroupBuilder;
  size_t begin_of(size_t group) const { return group == 0 ? 0 : ends_[group - 1]; }

  Table<PageId> members_;  // group after group
  Table<uint32_t> ends_;   // of each group, in members_
};

struct Cover {
  explicit Cover(TableMemory* memory = usual_memory()) : removals(memory), groups(memory) {}

  Table<std::optional<Removal>> removals;  // of each page; nothing: kept
  PageGroups groups;
};

// With a pool, groups and removals are computed at the same time. REQUIRES: every text has a page;
// all pairs were verified with the same predicate.
Cover cover(const CoverInput& input, TableMemory* memory = usual_memory(),
            ThreadPool* pool = nullptr);

}  // namespace doppel::group
