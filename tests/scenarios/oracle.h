// What a store should say, computed from scratch and without its code: the newest event of each
// page, all pairs by comparison, the cover of group/cover.h over a plain sort.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "doppel/predicate.h"
#include "scenarios/world.h"
#include "support/page_truth.h"

namespace doppel::scenarios {

struct Truth {
  std::map<std::string, group_state::PageState> pages;  // present ones
  std::map<std::string, std::set<std::string>> flags;   // of present pages that have some
  std::map<std::string, std::string> partition;         // page -> smallest page of its group
  std::map<std::pair<std::string, std::string>, group_state::Proof> removed;  // by market, page
  // By market and smallest page of the group; groups without a live page have none.
  std::map<std::pair<std::string, std::string>, std::string> winners;

  friend bool operator==(const Truth&, const Truth&) = default;
};

class Oracle {
 public:
  // With a limit, only pairs count that the rule of hot buckets lets an index of kHotBands see.
  static constexpr uint32_t kHotBands = 2;
  explicit Oracle(const Predicate& predicate, std::optional<uint32_t> hot_limit = {})
      : predicate_(predicate), hot_limit_(hot_limit), truth_(predicate) {}
  // REQUIRES: markets are those of history.h.
  Truth truth(std::span<const Happening> history);
  // Is it a pair? By the texts as they are stored.
  std::optional<similarity::VerifiedPair> pair(const std::string& left, const std::string& right) {
    return truth_.pair(left, right);
  }

 private:
  Predicate predicate_;
  std::optional<uint32_t> hot_limit_;
  support::PageTruth truth_;
};

// The same, as a store's dump tells it.
Truth told(const support::StateDump& dump);
std::string to_text(const Truth& truth);

}  // namespace doppel::scenarios
