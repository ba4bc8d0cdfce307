// A hot bucket whose texts come and go, in one market: in which order are its texts?
//
//   the most preferred text of each mirror set, in winner order | all other texts, in winner order
//
// A mirror set is the set of pages with the same main content (PageSubject::mirror_set); a text of
// mirror set 0 is a mirror set of its own. So if no text has two views, this is the winner order.
// compare/two_view_candidates.h explains why it is not always the winner order: 600 mirrors of one
// page would take all of the first positions.
//
// The rule of compare/bucket_pairs.h uses the first `limit` texts of this order, the preferred
// ones. A text that comes displaces at most one of them, and a text that goes makes room for at
// most one other.
//
// Cost: that of hot_members.h. When the most preferred text of a mirror set goes, the next one of
// that mirror set is usually among the first of the others; if not, all others are scanned. The
// cost of a copy depends on the first few texts. Thread safety: that of shared_blocks.h.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/table_hash.h"
#include "living_candidates/hot_members.h"
#include "living_candidates/mirror_set_leaders.h"

namespace doppel::living_candidates {

// What the caller knows about the texts.
struct HotTexts {
  HotMembers::IsMember is_member;  // of the bucket, now
  HotMembers::RankOf rank_of;
  MirrorSetLeaders::MirrorSetOf mirror_set_of;
};

class HotOrder {
 public:
  HotOrder(uint32_t limit, TableHash hash)
      : limit_(limit), leading_(limit), others_(limit), leaders_(hash) {}

  size_t size() const { return leading_.size() + others_.size(); }
  // Is the text among the first `limit`?
  bool is_preferred(TextId text) const;
  // Would a text of that mirror set be among them if it came last in winner order?
  bool would_be_preferred(uint64_t mirror_set,
                          const MirrorSetLeaders::MirrorSetOf& mirror_set_of) const;
  // Returns the text that is no longer preferred, if there is one; it may be the new text.
  // REQUIRES: the text is not a member.
  std::optional<TextId> insert(TextId text, const HotTexts& texts);
  // Returns the text that is now preferred, if there is one. REQUIRES: the text was a member, and
  // is_member() is already false for it.
  std::optional<TextId> erase(TextId text, const HotTexts& texts);

  // Appends those that are preferred.
  void append_preferred(std::vector<TextId>& out) const;
  // Appends all; some may be repeated, and some may no longer be members.
  void append_all(std::vector<TextId>& out) const;

  size_t bytes() const { return leading_.bytes() + others_.bytes() + leaders_.bytes(); }

 private:
  // How many of the preferred texts do not lead their mirror set?
  size_t preferred_others() const {
    return leading_.size() < limit_ ? limit_ - leading_.size() : 0;
  }
  // The last of the `limit` preferred texts; nothing if there are fewer.
  std::optional<TextId> last_preferred() const;
  bool leads(TextId text, const HotTexts& texts) const;
  HotMembers::IsMember is_leading(const HotTexts& texts) const;
  HotMembers::IsMember is_other(const HotTexts& texts) const;
  // The most preferred text of the mirror set that does not lead it.
  std::optional<TextId> next_of(uint64_t mirror_set, const HotTexts& texts) const;

  uint32_t limit_;
  HotMembers leading_, others_;
  MirrorSetLeaders leaders_;  // of all mirror sets except 0
};

}  // namespace doppel::living_candidates
