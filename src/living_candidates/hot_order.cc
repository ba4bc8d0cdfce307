// Why at most one text is displaced: suppose that x comes. If x leads a new mirror set, or does not
// lead its mirror set, it takes one position, and the last preferred text is displaced. If x
// becomes the leader of its mirror set instead of y, then x takes the position of a leader and y
// becomes one of the others: either y itself or the last preferred text is displaced. A text that
// goes is the reverse.
//
// Tested by hot_order_test.cc against the definition of the order, and by lsh_index_test.cc.
#include "living_candidates/hot_order.h"

namespace doppel::living_candidates {

bool HotOrder::is_preferred(TextId text) const {
  return leading_.is_preferred(text) || others_.is_preferred(text, preferred_others());
}

bool HotOrder::would_be_preferred(uint64_t mirror_set,
                                  const MirrorSetLeaders::MirrorSetOf& mirror_set_of) const {
  const bool leads = mirror_set == 0 || !leaders_.find(mirror_set, mirror_set_of);
  return (leads ? leading_.size() : size()) < limit_;
}

std::optional<TextId> HotOrder::last_preferred() const {
  if (size() < limit_) return std::nullopt;
  const size_t others = preferred_others();
  return others == 0 ? leading_.at(limit_ - 1) : others_.at(others - 1);
}

bool HotOrder::leads(TextId text, const HotTexts& texts) const {
  const uint64_t mirror_set = texts.mirror_set_of(text);
  return mirror_set == 0 || leaders_.find(mirror_set, texts.mirror_set_of) == text;
}

HotMembers::IsMember HotOrder::is_leading(const HotTexts& texts) const {
  return [this, &texts](TextId text) { return texts.is_member(text) && leads(text, texts); };
}

HotMembers::IsMember HotOrder::is_other(const HotTexts& texts) const {
  return [this, &texts](TextId text) { return texts.is_member(text) && !leads(text, texts); };
}

std::optional<TextId> HotOrder::next_of(uint64_t mirror_set, const HotTexts& texts) const {
  return others_.find_best([&](TextId text) { return texts.mirror_set_of(text) == mirror_set; },
                           is_other(texts), texts.rank_of);
}

// Texts are inserted into a list before others are erased from it: a list that runs low searches
// its unsorted part for members, which may still have the number of the new text from an earlier
// time.
std::optional<TextId> HotOrder::insert(TextId text, const HotTexts& texts) {
  const uint64_t mirror_set = texts.mirror_set_of(text);
  std::string rank = texts.rank_of(text);
  if (mirror_set == 0 && others_.size() == 0) return leading_.insert(text, std::move(rank));
  const std::optional<TextId> last = last_preferred();
  std::optional<TextId> leader;
  if (mirror_set != 0) leader = leaders_.find(mirror_set, texts.mirror_set_of);
  if (!leader) {
    if (mirror_set != 0) leaders_.set(text, texts.mirror_set_of);
    leading_.insert(text, std::move(rank));
  } else if (std::string known = texts.rank_of(*leader); known < rank) {
    others_.insert(text, std::move(rank));
  } else {
    const bool was_preferred = is_preferred(*leader);
    leaders_.set(text, texts.mirror_set_of);
    leading_.insert(text, std::move(rank));
    leading_.erase(*leader, is_leading(texts), texts.rank_of);
    others_.insert(*leader, std::move(known));
    if (was_preferred && !is_preferred(*leader)) return leader;
  }
  if (last && !is_preferred(*last)) return last;
  return std::nullopt;
}

std::optional<TextId> HotOrder::erase(TextId text, const HotTexts& texts) {
  const uint64_t mirror_set = texts.mirror_set_of(text);
  if (mirror_set == 0 && others_.size() == 0) {
    return leading_.erase(text, is_leading(texts), texts.rank_of);
  }
  const bool was_preferred = is_preferred(text);
  if (!leads(text, texts)) {
    others_.erase(text, is_other(texts), texts.rank_of);
  } else {
    if (mirror_set != 0) leaders_.erase(mirror_set, texts.mirror_set_of);
    const std::optional<TextId> next = mirror_set != 0 ? next_of(mirror_set, texts) : std::nullopt;
    const bool next_was_preferred = next && is_preferred(*next);
    if (next) {
      leaders_.set(*next, texts.mirror_set_of);
      others_.erase(*next, is_other(texts), texts.rank_of);
    }
    if (next) leading_.insert(*next, texts.rank_of(*next));
    leading_.erase(text, is_leading(texts), texts.rank_of);
    if (next && !next_was_preferred && is_preferred(*next)) return next;
  }
  return was_preferred ? last_preferred() : std::nullopt;
}

void HotOrder::append_preferred(std::vector<TextId>& out) const {
  leading_.append_preferred(out);
  others_.append_preferred(preferred_others(), out);
}

void HotOrder::append_all(std::vector<TextId>& out) const {
  leading_.append_all(out);
  others_.append_all(out);
}

}  // namespace doppel::living_candidates
