// What a round promises besides its answers: no trace of a failure, rules that stay, events by
// number.
#include "rounds/round.h"

#include <gtest/gtest.h>

#include <set>

#include "group_state/page_status.h"
#include "store/memory_store.h"
#include "support/near_equal_texts.h"
#include "support/state_dump.h"

namespace doppel::rounds {
namespace {

using group_state::GroupState;
using group_state::PageEvent;
using support::dump_state;
using support::NearEqualTexts;

PageEvent page(const char* key, uint32_t text, uint64_t version = 1) {
  PageEvent out{.key = key, .version = version, .text = {text}};
  out.content.low = text;
  return out;
}

// A source that answers until it is told not to, and remembers which texts are living.
class FailingTexts : public NearEqualTexts {
 public:
  bool probes_fail = false, verifications_fail = false;
  std::set<StoredTextId> living, living_before;
  Result<similarity::Shift> change(const similarity::LivingChange& change,
                                   const similarity::Standings&) override {
    if (!change.came.empty() && change.came.back().value >= size)
      return invalid_argument("no such text");
    living_before = living;
    living.insert(change.came.begin(), change.came.end());
    for (StoredTextId text : change.gone) living.erase(text);
    return similarity::Shift{};
  }
  void undo_change() override { living = living_before; }
  Status candidates(StoredTextId text, std::vector<StoredTextId>& out) override {
    if (probes_fail) return unavailable("the index is busy");
    return NearEqualTexts::candidates(text, out);
  }
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override {
    if (verifications_fail) return io_error("a text cannot be read");
    return NearEqualTexts::verify(left, right);
  }
};

// A store whose snapshots fail after some reads.
class FailingStore : public store::MemoryStore {
 public:
  uint64_t reads_left = UINT64_MAX;
  std::shared_ptr<const store::Snapshot> snapshot() const override {
    return std::make_shared<FailingSnapshot>(MemoryStore::snapshot(),
                                             const_cast<uint64_t*>(&reads_left));
  }

 private:
  class FailingSnapshot : public store::Snapshot {
   public:
    FailingSnapshot(std::shared_ptr<const store::Snapshot> base, uint64_t* reads_left)
        : base_(std::move(base)), reads_left_(reads_left) {}
    Result<std::optional<std::string>> get(std::string_view key) const override {
      if (*reads_left_ == 0) return io_error("the disk is gone");
      --*reads_left_;
      return base_->get(key);
    }
    std::unique_ptr<store::Cursor> seek(std::string_view from,
                                        std::string_view end) const override {
      return base_->seek(from, end);
    }

   private:
    std::shared_ptr<const store::Snapshot> base_;
    uint64_t* reads_left_;
  };
};

class RoundTest : public testing::Test {
 protected:
  Result<RoundResult> round(const std::vector<PageEvent>& events) {
    return apply_round(state_, events, source_, rules_);
  }
  void commit(const std::vector<PageEvent>& events) {
    auto done = round(events);
    ASSERT_TRUE(done) << done.error().message();
    ASSERT_TRUE(state_.commit(done->changes).ok());
  }

  FailingStore store_;
  GroupState state_ = *GroupState::open(store_);
  FailingTexts source_;
  group_state::Rules rules_;
};

TEST_F(RoundTest, nothing_happens_before_it_is_committed) {
  source_.size = 2;
  auto done = round({page("http://a", 0), page("http://b", 1)});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->round, 1U);
  EXPECT_TRUE(dump_state(state_.view(rules_)).pages.empty());
  ASSERT_TRUE(state_.commit(done->changes).ok());
  EXPECT_EQ(dump_state(state_.view(rules_)).pages.size(), 2U);
}

TEST_F(RoundTest, a_failing_source_fails_the_round) {
  source_.size = 3;
  commit({page("http://a", 0)});
  std::string before = store_.serialise();
  source_.probes_fail = true;
  EXPECT_EQ(round({page("http://b", 1)}).error().code(), StatusCode::kUnavailable);
  source_.probes_fail = false;
  source_.verifications_fail = true;
  EXPECT_EQ(round({page("http://b", 1)}).error().code(), StatusCode::kIo);
  EXPECT_EQ(store_.serialise(), before);
  source_.verifications_fail = false;
  commit({page("http://b", 1)});
}

TEST_F(RoundTest, the_source_is_told_who_comes_and_goes_and_a_failed_round_takes_it_back) {
  source_.size = 3;
  commit({page("http://a", 0), page("http://b", 0), page("http://c", 1)});
  EXPECT_EQ(source_.living, (std::set<StoredTextId>{{0}, {1}}));
  // Text 0 loses a page of two, text 1 its only one.
  const std::vector<PageEvent> events = {page("http://a", 2, 2), page("http://c", 0, 2)};
  source_.probes_fail = true;
  EXPECT_FALSE(round(events));
  EXPECT_EQ(source_.living, (std::set<StoredTextId>{{0}, {1}}));
  source_.probes_fail = false;
  commit(events);
  EXPECT_EQ(source_.living, (std::set<StoredTextId>{{0}, {2}}));
  EXPECT_EQ(round({page("http://a", 9, 3)}).error().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(source_.living, (std::set<StoredTextId>{{0}, {2}}));
}

TEST_F(RoundTest, a_failing_store_fails_the_round_wherever_it_fails) {
  source_.size = 4;
  commit({page("http://a", 0), page("http://b", 1), page("http://c", 2)});
  std::vector<PageEvent> events = {page("http://a", 3, 2), page("http://d", 0)};
  bool failed = true;
  size_t places = 0;
  for (uint64_t reads = 0; failed; ++reads) {
    store_.reads_left = reads;
    auto done = round(events);
    failed = !done;
    places += failed;
    if (failed) {
      EXPECT_EQ(done.error().code(), StatusCode::kIo);
    }
  }
  EXPECT_GT(places, 8U);
}

TEST_F(RoundTest, a_damaged_row_is_an_error) {
  source_.size = 1;
  commit({page("http://a", 0)});
  store::Batch damage;
  damage.put("phttp://a", "\1\1");
  ASSERT_TRUE(store_.write(damage).ok());
  state_ = *GroupState::open(store_);
  auto done = round({page("http://a", 0, 2)});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), StatusCode::kCorrupt);
  EXPECT_EQ(group_state::page_status(state_.reader(), {.key = "http://a"}, source_, rules_)
                .status()
                .code(),
            StatusCode::kCorrupt);
}

TEST_F(RoundTest, other_rules_are_refused) {
  source_.size = 1;
  commit({page("http://a", 0)});
  rules_.mode = group_state::Mode::kPaper;
  EXPECT_EQ(round({}).error().code(), StatusCode::kInvalidArgument);
  rules_.mode = group_state::Mode::kSound;
  rules_.markets = *group::parse_markets("market uk prefer-domain .uk");
  EXPECT_EQ(round({}).error().code(), StatusCode::kInvalidArgument);
}

TEST_F(RoundTest, events_are_numbered_without_a_gap_and_read_from_any_number) {
  source_.size = 3;
  commit({page("http://a", 0), page("http://b", 1)});
  commit({page("http://c", 2)});
  auto all = events_since(state_, 1, SIZE_MAX);
  ASSERT_TRUE(all);
  for (size_t i = 0; i < all->size(); ++i) EXPECT_EQ((*all)[i].number, i + 1);
  EXPECT_EQ(all->back().round, 2U);
  auto later = events_since(state_, 3, 2);
  EXPECT_EQ(*later, (std::vector<group_state::Event>{(*all)[2], (*all)[3]}));
  EXPECT_TRUE(events_since(state_, all->size() + 1, 9)->empty());
}

TEST_F(RoundTest, many_events_are_read_from_any_number_on) {
  source_.cap = 0;
  for (uint32_t round = 0; round < 8; ++round) {  // 1, 40, 79 ... pages: two events for each
    std::vector<PageEvent> events;
    for (uint32_t i = 0; i <= 39 * round; ++i) {
      events.push_back(page(("http://" + std::to_string(i)).c_str(), source_.size++, round + 1));
    }
    commit(events);
  }
  const auto all = *events_since(state_, 0, SIZE_MAX);
  ASSERT_GT(all.size(), 2000U);
  for (uint64_t from = 1; from <= all.size() + 1; ++from) {
    const auto some = *events_since(state_, from, 3);
    const auto begin = all.begin() + static_cast<ptrdiff_t>(from) - 1;
    ASSERT_EQ(some, (std::vector(begin, std::min(begin + 3, all.end())))) << from;
  }
}

TEST_F(RoundTest, events_that_were_trimmed_are_gone_and_said_to_be) {
  source_.cap = 0;
  for (uint32_t round = 1; round <= 3; ++round) {
    std::vector<PageEvent> events;
    for (uint32_t i = 0; i < 100; ++i) {
      events.push_back(page(("http://" + std::to_string(i)).c_str(), source_.size++, round));
    }
    commit(events);
  }
  const auto all = *events_since(state_, 1, SIZE_MAX);
  ASSERT_EQ(all.size(), 200U + 300U + 300U);
  auto trim = [&](uint64_t before) {
    store::Batch changes;
    ASSERT_TRUE(trim_events(state_, before, changes).ok());
    ASSERT_TRUE(state_.commit(changes).ok());
    state_ = *GroupState::open(store_);
  };
  trim(50);  // no whole row
  EXPECT_EQ(events_since(state_, 1, 1)->size(), 1U);
  trim(250);
  EXPECT_EQ(events_since(state_, 200, 1).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(*events_since(state_, 201, SIZE_MAX), std::vector(all.begin() + 200, all.end()));
  trim(100);  // again: nothing more
  trim(301);
  EXPECT_EQ(events_since(state_, 300, 1).status().code(), StatusCode::kNotFound);
  EXPECT_EQ((*events_since(state_, 301, 1))[0], all[300]);
  trim(UINT64_MAX);
  EXPECT_EQ(events_since(state_, 800, 1).status().code(), StatusCode::kNotFound);
  EXPECT_TRUE(events_since(state_, 801, 1)->empty());
  commit({page("http://new", source_.size++)});
  EXPECT_EQ(events_since(state_, 801, 9)->size(), 2U);
  trim(UINT64_MAX);
  EXPECT_EQ(events_since(state_, 802, 1).status().code(), StatusCode::kNotFound);
}

TEST_F(RoundTest, released_texts_are_those_that_no_page_has) {
  source_.size = 4;
  commit({page("http://a", 0, 5), page("http://b", 0)});
  auto done = round({page("http://a", 1, 4), page("http://b", 2, 2)});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->released, (std::vector<StoredTextId>{{1}}));  // came too late; 0 is still on a
  ASSERT_TRUE(state_.commit(done->changes).ok());
  EXPECT_EQ(round({page("http://a", 3, 6)})->released, (std::vector<StoredTextId>{{0}}));
}

TEST_F(RoundTest, a_round_that_changes_nothing_writes_nothing) {
  source_.size = 1;
  commit({page("http://a", 0)});
  auto again = round({page("http://a", 0)});
  EXPECT_TRUE(again->changes.empty());
  EXPECT_EQ(again->round, 1U);
}

TEST_F(RoundTest, hostile_addresses_are_just_bytes) {
  source_.size = 3;
  PageEvent redirect{.kind = PageEvent::Kind::kRedirect, .key = std::string("\0\xff", 2)};
  redirect.target = std::string("\0", 1);
  PageEvent end = page("x", 0);
  end.key = redirect.target;
  commit({redirect, end, page("\xff", 1)});
  const support::StateDump dump = dump_state(state_.view(rules_));
  EXPECT_EQ(dump.pages.size(), 3U);
  EXPECT_EQ(dump.pages.at(redirect.key).end, end.key);
  EXPECT_EQ(dump.pages.at(redirect.key).group, dump.pages.at(end.key).group);
}

}  // namespace
}  // namespace doppel::rounds
