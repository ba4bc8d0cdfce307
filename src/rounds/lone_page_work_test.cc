// What does a page alone cost? Rows, look-ups and scans, counted: it must not pay for groups.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/counting_store.h"
#include "support/near_equal_texts.h"

namespace doppel::rounds {
namespace {

using group_state::PageEvent;
using support::CountingStore;
using support::LargeGroup;
using support::NearEqualTexts;

constexpr uint32_t kPages = 50;
// A round looks up its meta row, whatever it does.
constexpr uint64_t kOfARound = 1;

class LonePageWork : public testing::Test {
 protected:
  LonePageWork() {
    source_.size = 10 * kPages;
    source_.cap = 0;  // nobody resembles anybody
    rules_.markets = *group::parse_markets("market uk prefer-domain .uk");
    // A page that names itself, as most do, is named by nobody else.
    for (uint32_t i = 0; i < kPages; ++i) pages_.push_back({.key = LargeGroup::url(i)});
    for (PageEvent& page : pages_) {
      page.canonical = page.key;
      page.domain = "a.org";
    }
  }

  // All pages get the texts from `first_text` on.
  void round(uint64_t version, uint32_t first_text) {
    for (uint32_t i = 0; i < kPages; ++i) {
      pages_[i].version = version;
      pages_[i].text = {first_text + i};
      pages_[i].content.low = first_text + i;
    }
    commit(pages_);
  }
  void commit(const std::vector<PageEvent>& events) {
    store_.take_counts();
    auto done = apply_round(state_, events, source_, rules_);
    counts_ = store_.take_counts();
    ASSERT_TRUE(done) << done.error().message();
    counters_ = done->counters;
    ASSERT_TRUE(state_.commit(done->changes).ok());
  }
  // Rows of each table, events and meta left out.
  std::map<char, size_t> rows() const {
    std::map<char, size_t> out;
    auto snapshot = store_.snapshot();
    for (auto at = snapshot->seek("", ""); at->valid(); at->next()) ++out[at->key()[0]];
    out.erase('e');
    out.erase('z');
    return out;
  }

  CountingStore store_;
  group_state::GroupState state_ = *group_state::GroupState::open(store_);
  NearEqualTexts source_;
  group_state::Rules rules_;
  std::vector<PageEvent> pages_;
  CountingStore::Counts counts_;
  Counters counters_;
};

TEST_F(LonePageWork, a_new_page_is_looked_up_once_and_has_two_rows) {
  round(1, 0);
  EXPECT_EQ(counts_.seeks, 0U);
  EXPECT_LE(counts_.gets, kPages + kOfARound);
  EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages}, {'t', kPages}}));
}

TEST_F(LonePageWork, a_changed_page_costs_its_row_and_that_of_its_old_text) {
  round(1, 0);
  round(2, kPages);
  EXPECT_EQ(counts_.seeks, 0U);
  EXPECT_LE(counts_.gets, 2 * kPages + kOfARound);
  EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages}, {'t', kPages}}));
}

TEST_F(LonePageWork, pages_that_are_as_they_were_cost_their_look_up_and_one_row_together) {
  round(1, 0);
  const auto stored = [&] { return store_.snapshot()->get("p" + pages_[7].key)->value(); };
  const std::string before = stored();
  for (uint64_t version = 2; version < 5; ++version) {
    for (PageEvent& page : pages_) page.time_ms = static_cast<int64_t>(version);
    round(version, 0);
    EXPECT_LE(counts_.gets, kPages + kOfARound);
    EXPECT_LE(counts_.seeks, 1U);  // the run of the round before
    EXPECT_EQ(counters_.probes, 0U);
    EXPECT_EQ(counters_.touches, kPages);
    EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages}, {'t', kPages}, {'v', 1}}));
  }
  EXPECT_EQ(stored(), before);
  state_ = *group_state::GroupState::open(store_);
  const group_state::PageRow row = state_.view(rules_).page(pages_[7].key);
  EXPECT_EQ(row.version, 4U);
  EXPECT_EQ(row.last_seen, 4);
  EXPECT_EQ(row.first_seen, 0);
}

TEST_F(LonePageWork, the_text_of_a_page_with_the_same_content_is_known_before_the_round) {
  round(1, 0);
  std::vector<PageEvent> events = pages_;
  for (PageEvent& event : events) {
    event.version = 2;
    event.text = {};
  }
  events[3].content.low = 77;
  events[4].key += "/new";
  events[4].canonical = events[4].key;
  std::reverse(events.begin() + 10, events.end());
  const group_state::StateView before = state_.view(rules_);
  store_.take_counts();
  const std::vector<bool> known = fill_known_texts(before, events);
  for (size_t i = 0; i < events.size(); ++i) EXPECT_EQ(known[i], i != 3 && i != 4) << i;
  events[3].text = {2 * kPages};
  events[4].text = {2 * kPages + 1};
  auto done = apply_round(before, events, source_, rules_);
  EXPECT_LE(store_.take_counts().gets, kPages + 1 + kOfARound);  // a page and an old text
  ASSERT_TRUE(done);
  EXPECT_EQ(done->counters.probes, 2U);
  EXPECT_EQ(done->counters.touches, kPages - 2);
}

TEST_F(LonePageWork, candidates_that_are_no_pairs_cost_a_verification_each_and_no_rows) {
  class Unlike : public NearEqualTexts {
   public:
    Status candidates(StoredTextId text, std::vector<StoredTextId>& out) override {
      out.push_back({text.value ^ 1});
      return {};
    }
    Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId, StoredTextId) override {
      return std::optional<similarity::VerifiedPair>();
    }
  } source;
  for (uint32_t i = 0; i < kPages; ++i) pages_[i].text = {i};
  store_.take_counts();
  auto done = apply_round(state_, pages_, source, rules_);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->counters.verifications, kPages / 2);
  EXPECT_LE(store_.take_counts().gets, kPages + kOfARound);
  ASSERT_TRUE(state_.commit(done->changes).ok());
  EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages}, {'t', kPages}}));
}

TEST_F(LonePageWork, a_page_that_dies_costs_no_more) {
  round(1, 0);
  std::vector<PageEvent> deaths = pages_;
  for (PageEvent& event : deaths) {
    event = {.kind = PageEvent::Kind::kDead, .key = event.key, .version = 2};
  }
  commit(deaths);
  EXPECT_EQ(counts_.seeks, 0U);
  EXPECT_LE(counts_.gets, 2 * kPages + kOfARound);
  EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages}}));
}

TEST_F(LonePageWork, rows_of_a_group_go_with_it) {
  round(1, 0);
  source_.cap = UINT32_MAX;
  round(2, kPages);  // all resemble each other
  EXPECT_EQ(rows()['g'], 1U);
  EXPECT_EQ(rows()['m'], kPages);
  source_.cap = 0;
  round(3, 2 * kPages);
  std::map<char, size_t> left = rows();
  left.erase('a');  // names stay
  EXPECT_EQ(left, (std::map<char, size_t>{{'p', kPages}, {'t', kPages}}));
}

TEST_F(LonePageWork, a_text_with_several_pages_has_rows_for_them_until_one_is_left) {
  auto share = [&](uint64_t version) {
    std::vector<PageEvent> all = pages_;
    for (PageEvent& event : all) {
      event.version = version;
      event.text = {7};
    }
    return all;
  };
  commit(share(1));
  EXPECT_EQ(rows()['s'], 2 * kPages);  // in two markets
  EXPECT_EQ(rows()['t'], 1U);
  round(2, 0);  // page 7 keeps its text, the others leave it
  EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages}, {'t', kPages}}));
}

TEST_F(LonePageWork, pages_that_lead_to_another_are_found_by_its_row_and_leave_nothing_behind) {
  round(1, 0);
  PageEvent redirect{.kind = PageEvent::Kind::kRedirect, .key = "http://r", .version = 1};
  redirect.target = "http://unknown";
  PageEvent naming{.key = "http://n", .version = 1, .text = {9 * kPages}};
  naming.canonical = redirect.target;
  commit({redirect, naming});
  EXPECT_EQ(state_.view(rules_).redirecting_to("http://unknown").size(), 1U);
  EXPECT_EQ(rows()['p'], kPages + 3);  // the unknown page too: its row counts who leads to it
  redirect.kind = naming.kind = PageEvent::Kind::kDead;
  redirect.version = naming.version = 2;
  commit({redirect, naming});
  EXPECT_EQ(rows(), (std::map<char, size_t>{{'p', kPages + 2}, {'t', kPages}}));
}

}  // namespace
}  // namespace doppel::rounds
