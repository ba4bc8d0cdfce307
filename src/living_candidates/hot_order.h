// A hot bucket that lives, in one market: who comes first?
//
//   the most preferred text of each unit, in winner order | all other texts, in winner order
//
// A unit is the pages of one main content (PageSubject::unit); a text of unit 0 is one of its own.
// So where no text has two views, this is the winner order itself. compare/two_view_candidates.h
// says why it is not always: 600 mirrors of one page would crowd all others out of the first
// places.
//
// The rule of compare/bucket_pairs.h takes the first `limit` of this order, the preferred ones. One
// text that comes takes at most one other out of them, and one that goes lets at most one other in.
//
// Cost: that of hot_members.h. When the most preferred text of a unit goes, the next one of that
// unit is mostly found among the first of the others; if it is not, all of the unit are looked
// through. A copy costs what the first few cost. Thread safety: that of shared_blocks.h.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/table_hash.h"
#include "living_candidates/hot_members.h"
#include "living_candidates/unit_leaders.h"

namespace doppel::living_candidates {

// What the caller knows of the texts.
struct HotTexts {
  HotMembers::IsMember is_member;  // of the bucket, now
  HotMembers::RankOf rank_of;
  UnitLeaders::UnitOf unit_of;
};

class HotOrder {
 public:
  HotOrder(uint32_t limit, TableHash hash)
      : limit_(limit), leading_(limit), others_(limit), leaders_(hash) {}

  size_t size() const { return leading_.size() + others_.size(); }
  // Is the text among the first `limit`?
  bool is_preferred(TextId text) const;
  // Would a text of that unit be, if it came last in winner order?
  bool would_be_preferred(uint64_t unit, const UnitLeaders::UnitOf& unit_of) const;
  // The text that ceased to be preferred, if one did; it may be the new one. REQUIRES: it is no
  // member.
  std::optional<TextId> insert(TextId text, const HotTexts& texts);
  // The text that became preferred, if one did. REQUIRES: it was a member, and is_member() says
  // that it no longer is.
  std::optional<TextId> erase(TextId text, const HotTexts& texts);

  // Appends those that are preferred.
  void append_preferred(std::vector<TextId>& out) const;
  // Appends all; some more than once, and some that are no members.
  void append_all(std::vector<TextId>& out) const;

  size_t bytes() const { return leading_.bytes() + others_.bytes() + leaders_.bytes(); }

 private:
  // Of the preferred, how many do not lead their unit?
  size_t preferred_others() const {
    return leading_.size() < limit_ ? limit_ - leading_.size() : 0;
  }
  // The last of `limit` preferred ones; nothing when there are fewer.
  std::optional<TextId> last_preferred() const;
  bool leads(TextId text, const HotTexts& texts) const;
  HotMembers::IsMember is_leading(const HotTexts& texts) const;
  HotMembers::IsMember is_other(const HotTexts& texts) const;
  // The most preferred of the unit that does not lead it.
  std::optional<TextId> next_of(uint64_t unit, const HotTexts& texts) const;

  uint32_t limit_;
  HotMembers leading_, others_;
  UnitLeaders leaders_;  // of all units but 0
};

}  // namespace doppel::living_candidates
