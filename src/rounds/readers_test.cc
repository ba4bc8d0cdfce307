// One thread commits rounds, others ask: each answer belongs to one round, rows and memory alike.
// Run under tsan it also shows that nobody writes what another reads.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "group_state/page_status.h"
#include "support/near_equal_texts.h"

namespace doppel::rounds {
namespace {

using group_state::GroupReader;
using group_state::GroupState;
using group_state::PageEvent;
using group_state::PageRow;
using group_state::PageStatus;
using group_state::Rules;
using group_state::StateView;
using support::LargeGroup;

constexpr uint32_t kPages = 6;
constexpr uint64_t kRounds = 150;

// In even rounds all pages resemble each other, in odd ones nobody does.
bool together(uint64_t round) { return round % 2 == 0; }

// What is wrong with what a reader sees; "" if it is what one round left.
std::string fault_of(const GroupReader& reader, const Rules& rules) {
  StateView view = reader.view(rules);
  const uint64_t round = view.meta().round;
  support::NearEqualTexts source;
  std::set<std::string> groups;
  size_t removed = 0;
  for (uint32_t i = 0; i < kPages; ++i) {
    const std::string key = LargeGroup::url(i);
    const PageRow row = view.page(key);
    if (row.version != round) return "a page of another round";
    if (view.group(row.text) == 0) return "memory of another round than the rows";
    auto status = page_status(reader, {.key = key}, source, rules);
    if (!status) return status.error().message();
    if (status->winner.empty()) return "a group without a winner";
    groups.insert(status->group);
    removed += status->verdict == PageStatus::Verdict::kRemoved;
  }
  if (groups.size() != (together(round) ? 1 : kPages)) return "groups of another round";
  if (removed != (together(round) ? kPages - 1 : 0)) return "verdicts of another round";
  return "";
}

TEST(Readers, each_answer_belongs_to_one_round_while_rounds_are_committed) {
  store::MemoryStore store;
  GroupState state = *GroupState::open(store);
  support::NearEqualTexts source;
  const Rules rules;
  auto commit_round = [&](uint64_t round) {
    std::vector<PageEvent> events;
    for (uint32_t i = 0; i < kPages; ++i) {
      PageEvent event{.key = LargeGroup::url(i), .version = round, .text = {source.size++}};
      event.content.low = event.text.value;
      events.push_back(event);
    }
    source.cap = together(round) ? UINT32_MAX : 0;
    auto done = apply_round(state, events, source, rules);
    return done && state.commit(done->changes).ok();
  };
  ASSERT_TRUE(commit_round(1));

  std::atomic<bool> done = false;
  std::atomic<uint64_t> answers = 0;
  std::vector<std::string> faults(3);
  std::vector<std::thread> readers;
  for (std::string& fault : faults) {
    readers.emplace_back([&] {
      do {
        fault = fault_of(state.reader(), rules);
        ++answers;
      } while (fault.empty() && !done);
    });
  }
  bool committed = true;
  for (uint64_t round = 2; round <= kRounds; ++round) committed = commit_round(round) && committed;
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_TRUE(committed);
  for (const std::string& fault : faults) EXPECT_EQ(fault, "");
  EXPECT_GE(answers, faults.size());
  EXPECT_EQ(fault_of(state.reader(), rules), "");
}

TEST(Readers, a_reader_stays_where_it_was) {
  LargeGroup group(4);
  StateView before = group.view();
  group.kill(0);
  EXPECT_TRUE(before.page(LargeGroup::url(0)).live());
  EXPECT_EQ(before.kept_texts(0, before.group({1}), SIZE_MAX).at(0), StoredTextId{0});
  EXPECT_EQ(before.removed_for(0, {1}), StoredTextId{0});
  EXPECT_EQ(group.view().group({0}), 0U);
}

}  // namespace
}  // namespace doppel::rounds
