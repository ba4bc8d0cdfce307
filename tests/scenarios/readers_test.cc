// A query sees rows, memory and index of one round, while one thread commits rounds. Run under tsan
// it also shows that nobody writes what another reads.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "group_state/page_status.h"
#include "scenarios/world.h"

namespace doppel::scenarios {
namespace {

using group_state::GroupReader;

constexpr uint32_t kPages = 6;
constexpr uint64_t kRounds = 60;

std::string url(uint32_t page) { return "http://a.org/" + std::to_string(page); }

// In even rounds all pages resemble each other, in odd ones nobody does.
bool together(uint64_t round) { return round % 2 == 0; }

std::string text_of(uint32_t page, uint64_t round) {
  std::string out = "page" + std::to_string(page) + " ";
  const std::string suffix =
      std::to_string(round) + (together(round) ? "" : "x" + std::to_string(page));
  for (int i = 0; i < 20; ++i) out += "w" + std::to_string(i) + "r" + suffix + " ";
  return out;
}

// What is wrong with what a reader sees; "" if rows, memory and index are what one round left.
std::string fault_of(const GroupReader& reader, const group_state::Rules& rules) {
  group_state::StateView view = reader.view(rules);
  const std::unique_ptr<similarity::NeighbourView> neighbours = reader.neighbours()->view();
  const uint64_t round = view.meta().round;
  size_t removed = 0;
  for (uint32_t page = 0; page < kPages; ++page) {
    const group_state::PageRow row = view.page(url(page));
    if (row.version != round) return "a page of another round";
    auto similar = neighbours->similar(text_of(page, round), SIZE_MAX);
    if (!similar || similar->equal != row.text) return "the index does not know the page's text";
    if (similar->neighbours.size() != (together(round) ? kPages - 1 : 0)) {
      return "neighbours of another round";
    }
    std::vector<StoredTextId> candidates;
    if (!neighbours->candidates(row.text, candidates).ok()) return "a text of another round";
    for (StoredTextId other : candidates) {
      if (view.group(other) == 0) return "a candidate of another round";
    }
    auto status = group_state::page_status(reader, {.key = url(page)}, *neighbours, rules);
    if (!status || status->verification_failed) return "a removal of another round";
    removed += status->verdict == group_state::PageStatus::Verdict::kRemoved;
  }
  return removed == (together(round) ? kPages - 1 : 0) ? "" : "verdicts of another round";
}

TEST(Readers, rows_and_index_belong_to_one_round_while_rounds_are_committed) {
  Predicate predicate;
  predicate.rules.k = 1;
  World world(predicate, {}, {.strategy = Strategy::kLsh});
  const auto commit_round = [&](uint64_t round) {
    std::vector<Happening> happenings;
    for (uint32_t page = 0; page < kPages; ++page) {
      happenings.push_back({{.key = url(page), .version = round}, text_of(page, round)});
    }
    return world.round(std::move(happenings)).ok();
  };
  ASSERT_TRUE(commit_round(1));
  std::atomic<bool> done = false;
  std::vector<std::string> faults(3);
  std::vector<std::thread> readers;
  for (std::string& fault : faults) {
    readers.emplace_back([&] {
      do {
        fault = fault_of(world.state().reader(), world.rules());
      } while (fault.empty() && !done);
    });
  }
  bool committed = true;
  for (uint64_t round = 2; round <= kRounds; ++round) committed = commit_round(round) && committed;
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_TRUE(committed);
  for (const std::string& fault : faults) EXPECT_EQ(fault, "");
  EXPECT_EQ(fault_of(world.state().reader(), world.rules()), "");
  EXPECT_TRUE(world.faults().empty());
}

// An opened state has the index that was loaded for it.
TEST(Readers, have_the_index_after_a_restart) {
  Predicate predicate;
  predicate.rules.k = 1;
  World world(predicate, {}, {.restart = true, .strategy = Strategy::kExact});
  ASSERT_TRUE(world.round({{{.key = url(0), .version = 1}, text_of(0, 1)}}).ok());
  const auto view = world.state().reader().neighbours()->view();
  EXPECT_TRUE(view->similar(text_of(0, 1), 1)->equal);
}

}  // namespace
}  // namespace doppel::scenarios
