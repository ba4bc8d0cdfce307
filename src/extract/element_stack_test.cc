#include "extract/element_stack.h"

#include <gtest/gtest.h>

#include <string>

namespace doppel::extract {
namespace {

// "div p /p li" opens and closes; the answer is what is open, from the outside in.
std::string open_after(std::string_view tags) {
  ElementStack stack;
  for (size_t at = 0; at < tags.size();) {
    size_t end = std::min(tags.find(' ', at), tags.size());
    std::string_view name = tags.substr(at, end - at);
    if (name[0] == '/') {
      stack.close(html::find_tag(name.substr(1)), name.substr(1));
    } else {
      stack.open(html::find_tag(name), name);
    }
    at = end + 1;
  }
  std::string out;
  for (const auto& open : stack.elements()) {
    out += (out.empty() ? "" : " ") + std::string(name(open.tag));
  }
  return out;
}

TEST(ElementStack, implies_the_ends_that_authors_leave_out) {
  EXPECT_EQ(open_after("p p"), "body p");
  EXPECT_EQ(open_after("p div"), "body div");
  EXPECT_EQ(open_after("ul li li"), "body ul li");
  EXPECT_EQ(open_after("ul li ul li"), "body ul li ul li");
  EXPECT_EQ(open_after("dl dt dd dt"), "body dl dt");
  EXPECT_EQ(open_after("table tr td tr td td"), "body table tr td");
  EXPECT_EQ(open_after("table tbody tr td tbody tr"), "body table tbody tr");
  EXPECT_EQ(open_after("table tr td table tr td"), "body table tr td table tr td");
  EXPECT_EQ(open_after("select option option optgroup option"), "body select optgroup option");
}

TEST(ElementStack, closes_up_to_the_match_but_not_out_of_a_cell) {
  EXPECT_EQ(open_after("div ul li p /div"), "body");
  EXPECT_EQ(open_after("div table tr td /div"), "body div table tr td");
  EXPECT_EQ(open_after("p table tr td p div"), "body table tr td div");
  EXPECT_EQ(open_after("div table tr td /table"), "body div");
  EXPECT_EQ(open_after("h1 /h2"), "body");
  EXPECT_EQ(open_after("/div /p"), "body");
}

TEST(ElementStack, tells_custom_elements_apart) {
  EXPECT_EQ(open_after("x-a x-b /x-a"), "body");
  EXPECT_EQ(open_after("x-a x-b /x-c"), "body custom custom");
  EXPECT_EQ(open_after("x-a X-B /x-b"), "body custom");
}

TEST(ElementStack, holds_nothing_in_a_rule_and_stops_at_its_depth) {
  EXPECT_EQ(open_after("p hr"), "body");
  ElementStack stack;
  for (size_t i = 0; i < 2 * ElementStack::kMaxDepth; ++i) stack.open(html::Tag::kDiv, "div");
  EXPECT_EQ(stack.depth(), ElementStack::kMaxDepth);
}

}  // namespace
}  // namespace doppel::extract
