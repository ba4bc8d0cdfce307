// One large group of near-equal texts, for tests and benchmarks: all share their shingles but one.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "rounds/round.h"
#include "similarity/neighbour_source.h"
#include "similarity/sets.h"
#include "store/memory_store.h"

namespace doppel::support {

// Every two texts are a pair, 60 of 62, and candidates of each other.
class NearEqualTexts : public similarity::NeighbourSource {
 public:
  static constexpr uint64_t kShared = 60;

  // Texts 0 to size - 1 exist; a probe finds at most the first `cap` of them.
  uint32_t size = 0, cap = UINT32_MAX;

  Result<similarity::Shift> change(const similarity::LivingChange&,
                                   const similarity::Standings&) override {
    return similarity::Shift{};
  }
  void undo_change() override {}
  Status candidates(StoredTextId, std::vector<StoredTextId>& out) override {
    for (uint32_t i = 0; i < std::min(size, cap); ++i) out.push_back({i});
    return {};
  }
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override {
    const auto found = similarity::similarity_at_least(shingles(left), shingles(right), {4, 5});
    if (!found) return std::optional<similarity::VerifiedPair>();
    return std::optional(similarity::VerifiedPair{*found});
  }

 private:
  static std::vector<uint64_t> shingles(StoredTextId text) {
    std::vector<uint64_t> out;
    for (uint64_t i = 0; i < kShared; ++i) out.push_back(i);
    out.push_back(kShared + text.value);
    return out;
  }
};

// Pages 0 to size - 1, each with a text of its own; page 0 wins.
class LargeGroup {
 public:
  // A probe finds at most `cap` texts; 0 makes them all strangers.
  explicit LargeGroup(uint32_t size, uint32_t cap = UINT32_MAX)
      : state_(*group_state::GroupState::open(store_)) {
    source_.size = size;
    // While it is filled each text finds the first one only: all of all is quadratic.
    source_.cap = std::min(cap, 1U);
    std::vector<group_state::PageEvent> events;
    for (uint32_t i = 0; i < size; ++i) events.push_back(upsert(i, i, 1));
    apply(events);
    source_.cap = cap;
  }

  // Applies and commits; the counters of the round.
  rounds::Counters apply(const std::vector<group_state::PageEvent>& events) {
    auto round = rounds::apply_round(state_, events, source_, rules_);
    if (!round || !state_.commit(round->changes).ok()) return {};
    return round->counters;
  }
  // Page `page` gets a text that did not exist before.
  rounds::Counters change(uint32_t page) {
    return apply({upsert(page, source_.size++, ++version_)});
  }
  rounds::Counters change_all(uint32_t pages) {
    std::vector<group_state::PageEvent> events;
    ++version_;
    for (uint32_t i = 0; i < pages; ++i) events.push_back(upsert(i, source_.size++, version_));
    return apply(events);
  }
  rounds::Counters kill(uint32_t page) {
    group_state::PageEvent event{
        .kind = group_state::PageEvent::Kind::kDead, .key = url(page), .version = ++version_};
    return apply({event});
  }

  group_state::StateView view() const { return state_.view(rules_); }
  // Kept texts of the group that the page is in.
  size_t kept(uint32_t page) const {
    group_state::StateView state = view();
    return state.kept_texts(0, state.group(state.page(url(page)).text), SIZE_MAX).size();
  }
  static std::string url(uint32_t page) {
    char out[32];
    std::snprintf(out, sizeof out, "http://a.org/%07u", page);
    return out;
  }

 private:
  static group_state::PageEvent upsert(uint32_t page, uint32_t text, uint64_t version) {
    group_state::PageEvent out{.key = url(page), .version = version, .text = {text}};
    out.content.low = text;
    return out;
  }

  store::MemoryStore store_;
  group_state::GroupState state_;
  NearEqualTexts source_;
  group_state::Rules rules_;
  uint64_t version_ = 1;
};

}  // namespace doppel::support
