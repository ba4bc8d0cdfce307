#include "group_state/chain_ends.h"

#include <gtest/gtest.h>

#include "group_state/answers.h"
#include "group_state/group_state.h"
#include "store/memory_store.h"

namespace doppel::group_state {
namespace {

// Pages that redirect, and nothing else.
class Redirects {
 public:
  Redirects(std::initializer_list<std::pair<std::string, std::string>> redirects)
      : state_(*GroupState::open(store_)) {
    StateView state = view();
    for (const auto& [page, target] : redirects) {
      PageRow row;
      row.state = PageState::kRedirect;
      row.target = target;
      state.set_page(page, PageRow{}, row);
    }
    MetaRow meta;
    EXPECT_TRUE(state_.commit(state.take_changes(meta)).ok());
  }
  StateView view() const { return state_.view(rules_); }

 private:
  store::MemoryStore store_;
  GroupState state_;
  Rules rules_;
};

TEST(ChainEnds, a_chain_ends_at_the_page_that_does_not_redirect) {
  Redirects web = {{"a", "b"}, {"b", "c"}, {"c", "d"}, {"x", "b"}};
  StateView view = web.view();
  ChainEnds ends(view);
  for (const char* page : {"a", "x", "c", "b", "d"}) {
    EXPECT_EQ(ends.of(page).page, "d") << page;
    EXPECT_FALSE(ends.of(page).circle) << page;
  }
  EXPECT_EQ(ends.of("unknown").page, "unknown");
}

TEST(ChainEnds, a_circle_is_named_by_its_smallest_page_for_all_that_lead_into_it) {
  Redirects web = {{"p", "q"}, {"q", "s"}, {"s", "r"}, {"r", "q"}, {"a", "p"}, {"z", "z"}};
  StateView view = web.view();
  ChainEnds ends(view);
  for (const char* page : {"a", "s", "p", "q", "r"}) {
    EXPECT_EQ(ends.of(page).page, "q") << page;
    EXPECT_TRUE(ends.of(page).circle) << page;
  }
  EXPECT_EQ(ends.of("z").page, "z");
  EXPECT_TRUE(ends.of("z").circle);
}

TEST(ChainEnds, each_page_is_looked_at_once) {
  Redirects web = {{"a", "b"}, {"b", "c"}, {"c", "d"}, {"d", "e"}};
  StateView view = web.view();
  ChainEnds ends(view);
  for (const char* page : {"c", "a", "b", "d", "e", "a"}) ends.of(page);
  EXPECT_EQ(view.rows().reads(), 5U);
}

TEST(ChainEnds, the_steps_of_a_chain_are_told_in_order) {
  Redirects web = {{"a", "b"}, {"b", "c"}, {"p", "q"}, {"q", "r"}, {"r", "q"}};
  StateView view = web.view();
  EXPECT_EQ(follow(view, "a").steps, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(follow(view, "a").end.page, "c");
  EXPECT_EQ(follow(view, "c").steps, std::vector<std::string>{});
  EXPECT_EQ(follow(view, "p").steps, (std::vector<std::string>{"p", "q", "r"}));
  EXPECT_TRUE(follow(view, "p").end.circle);
}

}  // namespace
}  // namespace doppel::group_state
