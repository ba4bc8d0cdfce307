#include "refine/comparison_page.h"

#include <gtest/gtest.h>

#include "support/refine_pages.h"

namespace doppel::refine {
namespace {

using support::page_text;
using support::request_of;

std::string page_of(const RefineRequest& request, const RefineRules& rules = {}) {
  return comparison_page(request, rules, *refine_results(request, rules));
}

size_t count(const std::string& page, std::string_view what) {
  size_t out = 0;
  for (size_t at = page.find(what); at != page.npos; at = page.find(what, at + 1)) ++out;
  return out;
}

TEST(ComparisonPage, shows_every_result_before_and_each_content_once_after) {
  const std::string a = page_text(1, 5000), b = page_text(2, 5000);
  const std::string page = page_of(request_of({a, b, a}));
  EXPECT_EQ(count(page, "<li"), 5u);
  EXPECT_EQ(count(page, "same as 1, 100.0 %"), 1u);
  EXPECT_EQ(count(page, "1 similar</summary>"), 1u);
  EXPECT_EQ(count(page, "<b>2</b><span>shown"), 1u);
}

TEST(ComparisonPage, marks_or_opens_by_the_presentation) {
  const std::string a = page_text(1, 5000);
  const RefineRequest request = request_of({a, a});
  EXPECT_EQ(count(page_of(request, {.presentation = Presentation::kMark}), "<li"), 4u);
  EXPECT_EQ(count(page_of(request, {.presentation = Presentation::kGroup}), "<details open>"), 1u);
}

TEST(ComparisonPage, lets_nothing_of_a_result_become_markup) {
  RefineRequest request;
  request.query = "<script>alert(1)</script>";
  request.results.push_back(
      {.rank = 1, .url = "javascript:alert(1)", .title = "<b onclick=\"x\">&\n"});
  request.results.push_back({.rank = 2, .url = "http://x/\"onmouseover=\"y", .title = "</li>"});
  const std::string page = page_of(request);
  EXPECT_EQ(count(page, "<script"), 0u);
  EXPECT_EQ(count(page, "href=\"javascript"), 0u);
  EXPECT_EQ(count(page, "&lt;b onclick=&quot;x&quot;&gt;&amp; "), 2u);
  EXPECT_EQ(count(page, "href=\"http://x/&quot;onmouseover=&quot;y\""), 2u);
  EXPECT_EQ(count(page, "<li"), count(page, "</li>"));
}

TEST(ComparisonPage, of_nothing_is_a_page) {
  const std::string page = page_of({});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

}  // namespace
}  // namespace doppel::refine
