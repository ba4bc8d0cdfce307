// Is a round linear, whatever its pages are made to look like? Each shape is built at n and at 4 n,
// and the rows and candidates that its last round looks at are counted: a linear round looks at
// four times as many.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "support/near_equal_texts.h"

namespace doppel::rounds {
namespace {

using group_state::GroupState;
using group_state::Mode;
using group_state::PageEvent;
using support::LargeGroup;

using Kind = PageEvent::Kind;
using Rounds = std::vector<std::vector<PageEvent>>;

// Texts that form the pairs that they are told to.
class LinkedTexts : public similarity::NeighbourSource {
 public:
  void link(uint32_t a, uint32_t b) {
    near_[a].insert(b);
    near_[b].insert(a);
  }
  Result<similarity::Shift> change(const similarity::LivingChange&,
                                   const similarity::Standings&) override {
    return similarity::Shift{};
  }
  void undo_change() override {}
  Status candidates(StoredTextId text, std::vector<StoredTextId>& out) override {
    for (uint64_t other : near_[text.value]) out.push_back({other});
    return {};
  }
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override {
    if (!near_[left.value].contains(right.value)) return std::optional<similarity::VerifiedPair>();
    return std::optional(similarity::VerifiedPair{{9, 1, 1}});
  }

 private:
  std::map<uint64_t, std::set<uint64_t>> near_;
};

std::string url(uint32_t page) { return LargeGroup::url(page); }
PageEvent live(uint32_t page, uint32_t text, uint64_t version = 1) {
  PageEvent out{.key = url(page), .version = version, .text = {text}};
  out.content.low = text;
  return out;
}
PageEvent redirect(uint32_t page, uint32_t target, uint64_t version = 1) {
  return {.kind = Kind::kRedirect, .key = url(page), .version = version, .target = url(target)};
}
PageEvent dead(uint32_t page, uint64_t version = 2) {
  return {.kind = Kind::kDead, .key = url(page), .version = version};
}

// Page 0 and n redirects, each to the page before it.
std::vector<PageEvent> chain(uint32_t n) {
  std::vector<PageEvent> out = {live(0, 0)};
  for (uint32_t i = 1; i <= n; ++i) out.push_back(redirect(i, i - 1));
  return out;
}
std::vector<PageEvent> star(uint32_t n) {
  std::vector<PageEvent> out = {live(0, 0)};
  for (uint32_t i = 1; i <= n; ++i) out.push_back(redirect(i, 0));
  return out;
}

struct Shape {
  const char* name;
  std::function<Rounds(uint32_t n, LinkedTexts& texts)> make;
};

const Shape kShapes[] = {
    {"a_chain_of_redirects", [](uint32_t n, LinkedTexts&) { return Rounds{chain(n)}; }},
    {"a_chain_that_begins_at_the_smallest_page",
     [](uint32_t n, LinkedTexts&) {
       std::vector<PageEvent> out = {live(n, 0)};
       for (uint32_t i = 0; i < n; ++i) out.push_back(redirect(i, i + 1));
       return Rounds{out};
     }},
    {"a_star_of_redirects", [](uint32_t n, LinkedTexts&) { return Rounds{star(n)}; }},
    {"a_circle_with_a_tail",
     [](uint32_t n, LinkedTexts&) {
       std::vector<PageEvent> out = chain(n);
       out[0] = redirect(0, n / 2);
       return Rounds{out};
     }},
    {"the_end_of_a_chain_dies",
     [](uint32_t n, LinkedTexts&) {
       return Rounds{chain(n), {dead(0)}};
     }},
    {"the_end_of_a_star_dies",
     [](uint32_t n, LinkedTexts&) {
       return Rounds{star(n), {dead(0)}};
     }},
    {"the_end_of_a_chain_comes_back",
     [](uint32_t n, LinkedTexts&) {
       return Rounds{chain(n), {dead(0)}, {live(0, 0, 3)}};
     }},
    {"a_chain_is_closed_to_a_circle",
     [](uint32_t n, LinkedTexts&) {
       return Rounds{chain(n), {redirect(0, n, 2)}};
     }},
    {"a_chain_grows_by_a_page",
     [](uint32_t n, LinkedTexts&) {
       return Rounds{chain(n), {redirect(n + 1, n)}, {redirect(n + 2, n + 1)}};
     }},
    {"every_redirect_of_a_chain_turns",
     [](uint32_t n, LinkedTexts&) {
       std::vector<PageEvent> turned;
       for (uint32_t i = 1; i <= n; ++i) turned.push_back(redirect(i, 0, 2));
       return Rounds{chain(n), turned};
     }},
    {"the_better_half_of_the_pages_of_one_text_dies",
     [](uint32_t n, LinkedTexts&) {
       std::vector<PageEvent> pages, deaths;
       for (uint32_t i = 0; i < 2 * n; ++i) pages.push_back(live(i, 0));
       for (uint32_t i = 0; i < n; ++i) deaths.push_back(dead(i));
       return Rounds{pages, deaths};
     }},
    // Groups of three texts in a row lose the one in the middle, while a new text takes one end of
    // each: n groups split, and half of each goes to one large group.
    {"one_end_of_every_group_goes_to_a_new_text",
     [](uint32_t n, LinkedTexts& texts) {
       std::vector<PageEvent> before, after = {live(3 * n, 3 * n)};
       for (uint32_t i = 0; i < n; ++i) {
         for (uint32_t j = 0; j < 3; ++j) before.push_back(live(3 * i + j, 3 * i + j));
         texts.link(3 * i, 3 * i + 1);
         texts.link(3 * i + 1, 3 * i + 2);
         texts.link(3 * i, 3 * n);
         after.push_back(dead(3 * i + 1));
       }
       return Rounds{before, after};
     }},
    // A row of stars: a kept text and texts like it, each star with a text in common with the next.
    // Half of the kept texts die.
    {"every_second_kept_text_of_a_group_dies",
     [](uint32_t n, LinkedTexts& texts) {
       const auto side = static_cast<uint32_t>(std::sqrt(n));
       std::vector<PageEvent> before, after;
       for (uint32_t star = 0; star < side; ++star) {
         before.push_back(live(star, star));
         if (star % 2 == 0) after.push_back(dead(star));
         for (uint32_t i = 1; i <= side; ++i) {
           before.push_back(live(i * side + star, i * side + star));
           texts.link(star, i * side + star);
         }
         if (star + 1 < side) texts.link(star + 1, side + star);
       }
       return Rounds{before, after};
     }},
    {"many_groups_merge",
     [](uint32_t n, LinkedTexts& texts) {
       std::vector<PageEvent> before, after = {live(2 * n, 2 * n)};
       for (uint32_t i = 0; i < n; ++i) {
         before.push_back(live(2 * i, 2 * i));
         before.push_back(live(2 * i + 1, 2 * i + 1));
         texts.link(2 * i, 2 * i + 1);
         texts.link(2 * i, 2 * n);
       }
       return Rounds{before, after};
     }},
};

class HostileRounds : public testing::TestWithParam<std::tuple<Shape, Mode>> {
 protected:
  struct Work {
    uint64_t rows = 0, candidates = 0;
  };
  // What the last round looks at.
  static Work work(uint32_t n) {
    const auto& [shape, mode] = GetParam();
    LinkedTexts texts;
    store::MemoryStore store;
    GroupState state = *GroupState::open(store);
    group_state::Rules rules;
    rules.mode = mode;
    Work out;
    for (const std::vector<PageEvent>& events : shape.make(n, texts)) {
      auto round = apply_round(state, events, texts, rules);
      if (!round || !state.commit(round->changes).ok()) {
        ADD_FAILURE() << "the round failed";
        return {};
      }
      out = {round->counters.rows_read, round->counters.candidates_seen};
    }
    return out;
  }
};

TEST_P(HostileRounds, look_at_rows_and_candidates_in_proportion) {
  constexpr uint32_t kSize = 300;
  const Work small = work(kSize), large = work(4 * kSize);
  EXPECT_GT(small.rows, 0U);
  EXPECT_LT(large.rows, 5 * small.rows);
  EXPECT_LE(large.candidates, 5 * small.candidates);
}

INSTANTIATE_TEST_SUITE_P(Shapes, HostileRounds,
                         testing::Combine(testing::ValuesIn(kShapes),
                                          testing::Values(Mode::kSound, Mode::kPaper)),
                         [](const auto& test) {
                           const bool sound = std::get<Mode>(test.param) == Mode::kSound;
                           return std::string(std::get<Shape>(test.param).name) +
                                  (sound ? "_sound" : "_paper");
                         });

// A walk that called itself for every redirect ended the process here.
TEST(HostileRound, a_chain_of_100000_redirects_needs_no_deep_stack) {
  LinkedTexts texts;
  store::MemoryStore store;
  GroupState state = *GroupState::open(store);
  auto round = apply_round(state, chain(100'000), texts, {});
  ASSERT_TRUE(round);
  EXPECT_EQ(round->events.back().kind, group_state::EventKind::kWinnerChanged);
  EXPECT_EQ(round->events.size(), 2 * 100'000U + 2);
}

TEST(HostileRound, a_url_is_not_written_as_often_as_pages_lead_to_it) {
  LinkedTexts texts;
  store::MemoryStore store;
  GroupState state = *GroupState::open(store);
  const std::string endless = "http://a.org/" + std::string(group_state::kLongestUrl, 'x');
  PageEvent fetched = live(1, 1);
  fetched.url = endless;
  std::vector<PageEvent> events = {
      {.key = endless},
      {.kind = Kind::kRedirect, .key = "http://b.org/", .target = endless},
      fetched};
  auto round = apply_round(state, events, texts, {});
  ASSERT_TRUE(round);
  ASSERT_EQ(round->rejected.size(), 3U);
  for (const RejectedEvent& event : round->rejected) EXPECT_EQ(name(event.reason), "long_url");
}

}  // namespace
}  // namespace doppel::rounds
