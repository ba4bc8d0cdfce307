// A hot bucket whose texts come and go: which of them are the most preferred in one winner order?
//
// The first few are sorted and have their ranks; the others are an unsorted list of numbers, which
// is scanned when the first run low. So a text that comes or goes costs a search among the first,
// and a scan of the whole list at most once in a thousand times.
//
// The number of a text that goes stays in the unsorted list until it is scanned; the caller knows
// which texts are members.
//
// A copy shares the unsorted list and the ranks with the original, so its cost depends on the first
// few texts, not on all of them. Thread safety: that of shared_blocks.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/shared_vector.h"

namespace doppel::living_candidates {

class HotMembers {
 public:
  using IsMember = std::function<bool(TextId)>;
  using RankOf = std::function<std::string(TextId)>;  // smaller: more preferred; no two are equal

  explicit HotMembers(uint32_t limit) : limit_(limit) {}

  // How many there are.
  size_t size() const { return size_; }
  // Is the text among the `count` most preferred? By default, the `limit` most preferred. REQUIRES:
  // count <= limit, here and below.
  bool is_preferred(TextId text) const { return is_preferred(text, limit_); }
  bool is_preferred(TextId text, size_t count) const;
  // The text at that position of the order. REQUIRES: place < size(), place < limit.
  TextId at(size_t place) const { return first_[place]; }
  // The most preferred of the members for which wanted() holds.
  std::optional<TextId> find_best(const IsMember& wanted, const IsMember& is_member,
                                  const RankOf& rank_of) const;
  // Returns the text that is no longer among the most preferred, if there is one; it may be the new
  // text. REQUIRES: the text is not a member.
  std::optional<TextId> insert(TextId text, std::string rank);
  // Returns the text that is now among the most preferred, if there is one. REQUIRES: the text was
  // a member, and is_member() is already false for it.
  std::optional<TextId> erase(TextId text, const IsMember& is_member, const RankOf& rank_of);

  // Appends the most preferred.
  void append_preferred(std::vector<TextId>& out) const { append_preferred(limit_, out); }
  void append_preferred(size_t count, std::vector<TextId>& out) const;
  // Appends all; some may be repeated, and some may no longer be members.
  void append_all(std::vector<TextId>& out) const;

  size_t bytes() const;

 private:
  size_t most() const { return 8 * size_t{limit_}; }
  // The position of the text among the first; first_.size() if it is not one of them.
  size_t find(TextId text) const;
  // The members in the unsorted list, each once.
  std::vector<TextId> rest(const IsMember& is_member) const;
  void set_rest(const std::vector<TextId>& texts);
  void refill(const IsMember& is_member, const RankOf& rank_of);

  using Heap = SharedVector<TextId, 256>;

  uint32_t limit_;
  std::vector<TextId> first_;  // sorted; each is preferred to all of rest_
  std::vector<std::shared_ptr<const std::string>> ranks_;  // of the first
  Heap rest_;  // empty, unless first_ has at least `limit` texts
  size_t size_ = 0;
};

}  // namespace doppel::living_candidates
