// Tested by hot_members_test.cc against an ordered set.
#include "living_candidates/hot_members.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace doppel::living_candidates {

// Searches by number, so that a text whose rank has changed is still found.
size_t HotMembers::find(TextId text) const {
  return static_cast<size_t>(std::find(first_.begin(), first_.end(), text) - first_.begin());
}

bool HotMembers::is_preferred(TextId text, size_t count) const {
  const auto end = first_.begin() + static_cast<std::ptrdiff_t>(std::min(count, first_.size()));
  return std::find(first_.begin(), end, text) != end;
}

std::optional<TextId> HotMembers::find_best(const IsMember& wanted, const IsMember& is_member,
                                            const RankOf& rank_of) const {
  const auto found = std::find_if(first_.begin(), first_.end(),
                                  [&](TextId text) { return wanted(text) && is_member(text); });
  if (found != first_.end()) return *found;
  std::optional<std::pair<std::string, TextId>> best;
  for (TextId text : rest(is_member)) {
    if (!wanted(text)) continue;
    std::pair<std::string, TextId> next(rank_of(text), text);
    if (!best || next < *best) best = std::move(next);
  }
  if (!best) return std::nullopt;
  return best->second;
}

std::optional<TextId> HotMembers::insert(TextId text, std::string rank) {
  ++size_;
  const auto at =
      std::lower_bound(ranks_.begin(), ranks_.end(), rank,
                       [](const auto& known, const std::string& asked) { return *known < asked; });
  if (at == ranks_.end() && !rest_.empty()) {
    rest_.push_back(text);
    return std::nullopt;
  }
  const auto index = at - ranks_.begin();
  first_.insert(first_.begin() + index, text);
  ranks_.insert(at, std::make_shared<const std::string>(std::move(rank)));
  if (first_.size() > most()) {
    for (size_t i = most() / 2; i < first_.size(); ++i) rest_.push_back(first_[i]);
    first_.resize(most() / 2);
    ranks_.resize(most() / 2);
  }
  if (index > limit_ || first_.size() <= limit_) return std::nullopt;
  return first_[limit_];
}

std::optional<TextId> HotMembers::erase(TextId text, const IsMember& is_member,
                                        const RankOf& rank_of) {
  --size_;
  if (rest_.size() > 2 * size_ + most()) set_rest(rest(is_member));
  const size_t index = find(text);
  if (index == first_.size()) return std::nullopt;
  first_.erase(first_.begin() + static_cast<std::ptrdiff_t>(index));
  ranks_.erase(ranks_.begin() + static_cast<std::ptrdiff_t>(index));
  if (first_.size() < limit_ && !rest_.empty()) refill(is_member, rank_of);
  if (index >= limit_ || first_.size() < limit_) return std::nullopt;
  return first_[limit_ - 1];
}

// The unsorted list may still have the number of a text that went, reused for another text.
std::vector<TextId> HotMembers::rest(const IsMember& is_member) const {
  std::vector<TextId> first = first_;
  std::sort(first.begin(), first.end());
  std::vector<TextId> out;
  for (size_t i = 0; i < rest_.size(); ++i) {
    const TextId text = rest_[i];
    if (is_member(text) && !std::binary_search(first.begin(), first.end(), text)) {
      out.push_back(text);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void HotMembers::set_rest(const std::vector<TextId>& texts) {
  rest_ = Heap();
  for (TextId text : texts) rest_.push_back(text);
}

void HotMembers::refill(const IsMember& is_member, const RankOf& rank_of) {
  std::vector<std::pair<std::string, TextId>> all;
  for (TextId text : rest(is_member)) all.emplace_back(rank_of(text), text);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(std::min(most() / 2, all.size()));
  std::nth_element(all.begin(), middle, all.end());
  std::sort(all.begin(), middle);
  for (auto next = all.begin(); next != middle; ++next) {
    ranks_.push_back(std::make_shared<const std::string>(std::move(next->first)));
    first_.push_back(next->second);
  }
  std::vector<TextId> later;
  for (auto next = middle; next != all.end(); ++next) later.push_back(next->second);
  set_rest(later);
}

void HotMembers::append_preferred(size_t count, std::vector<TextId>& out) const {
  const auto end = first_.begin() + static_cast<std::ptrdiff_t>(std::min(count, first_.size()));
  out.insert(out.end(), first_.begin(), end);
}

void HotMembers::append_all(std::vector<TextId>& out) const {
  out.insert(out.end(), first_.begin(), first_.end());
  for (size_t i = 0; i < rest_.size(); ++i) out.push_back(rest_[i]);
}

size_t HotMembers::bytes() const {
  constexpr size_t kRank = sizeof(std::shared_ptr<const std::string>) + sizeof(std::string);
  size_t out = first_.capacity() * sizeof(TextId) + rest_.bytes() + ranks_.capacity() * kRank;
  for (const auto& rank : ranks_) out += rank->capacity();
  return out;
}

}  // namespace doppel::living_candidates
