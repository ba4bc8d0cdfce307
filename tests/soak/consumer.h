// Somebody who knows a store from its change events alone: the state of every page, as
// docs/guide/crawler.md describes events to users.
//
// It keeps hashes instead of names, so that it stays small beside a store of millions of pages. A
// fault is an event that cannot be right: a gap in the numbers, or the name of a group that lived
// before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "doppel/store.h"

namespace doppel::soak {

class Consumer {
 public:
  // The number of the event to go on with.
  uint64_t next() const { return next_; }
  size_t pages() const { return pages_.size(); }
  // Events must come in order.
  void apply(const Change& change);

  // Is this what the events said about the page? `answer` is for the neutral market.
  bool agrees(const StatusAnswer& answer) const;
  // The first event that cannot be right; empty if there is none.
  const std::string& fault() const { return fault_; }

 private:
  using Hash = uint64_t;
  enum class State : uint8_t { kLive, kDead, kRedirect };
  struct Page {
    Hash group = 0;
    Hash other = 0;  // kept instead, or the end of its redirects; 0: none
    State state = State::kLive;
    Level level = Level::kNear;
    uint16_t http_status = 0;
    bool permanent = false;
    Similarity similarity = {};
  };

  void begin_round(uint64_t round);
  void join(Hash key, const Change& change);
  void leave(Hash key);
  void move_to(Hash page, Hash group);
  void merge(const Change& change);
  void expect_new_or_known(std::string_view group, const Change& change);
  bool agrees(const Page& page, const StatusAnswer& answer) const;

  uint64_t next_ = 1, round_ = 0;
  std::unordered_map<Hash, Page> pages_;
  std::unordered_map<Hash, std::unordered_set<Hash>> members_;  // by group; none is empty
  std::unordered_map<Hash, Hash> winners_;                      // of these groups
  std::unordered_set<Hash> emptied_;                            // groups, in this round
  std::string fault_;
};

}  // namespace doppel::soak
