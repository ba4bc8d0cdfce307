// A hot bucket that lives: which of its texts are the most preferred in one winner order?
//
// The first few are kept in order, with their ranks; the others are a heap of numbers, looked
// through when those run low. So a text that comes or goes costs a search among the first, and a
// look through all of them once in a thousand times at worst.
//
// A text that goes from the heap stays there as a number until it is looked through: the caller
// says who is a member.
//
// A copy shares the heap and the ranks with the original, so it costs what the first few cost, not
// what all do. Thread safety: that of shared_blocks.h.
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
  // The one at that place of the order. REQUIRES: place < size(), place < limit.
  TextId at(size_t place) const { return first_[place]; }
  // The most preferred of the members for which wanted() holds.
  std::optional<TextId> find_best(const IsMember& wanted, const IsMember& is_member,
                                  const RankOf& rank_of) const;
  // REQUIRES: it is no member. The text that ceased to be one of the most preferred, if one did: it
  // may be the new one.
  std::optional<TextId> insert(TextId text, std::string rank);
  // REQUIRES: it was a member, and is_member() says that it no longer is. The text that became one
  // of the most preferred, if one did.
  std::optional<TextId> erase(TextId text, const IsMember& is_member, const RankOf& rank_of);

  // Appends the most preferred.
  void append_preferred(std::vector<TextId>& out) const { append_preferred(limit_, out); }
  void append_preferred(size_t count, std::vector<TextId>& out) const;
  // Appends all; some more than once, and some that are no members.
  void append_all(std::vector<TextId>& out) const;

  size_t bytes() const;

 private:
  size_t most() const { return 8 * size_t{limit_}; }
  // Where the text stands among the first; their number when it does not.
  size_t find(TextId text) const;
  // The members in the heap, each once.
  std::vector<TextId> rest(const IsMember& is_member) const;
  void set_rest(const std::vector<TextId>& texts);
  void refill(const IsMember& is_member, const RankOf& rank_of);

  using Heap = SharedVector<TextId, 256>;

  uint32_t limit_;
  std::vector<TextId> first_;  // in order; each comes before all of rest_
  std::vector<std::shared_ptr<const std::string>> ranks_;  // of the first
  Heap rest_;  // empty, or there are `limit` first at least
  size_t size_ = 0;
};

}  // namespace doppel::living_candidates
