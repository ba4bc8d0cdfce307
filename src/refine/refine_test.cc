#include "doppel/refine.h"

#include <gtest/gtest.h>

#include "support/refine_pages.h"

namespace doppel::refine {
namespace {

using support::page_text;
using support::request_of;
using support::shown;

const std::string kA = page_text(1, 8000), kB = page_text(2, 8000), kC = page_text(3, 8000),
                  kD = page_text(4, 8000);

std::string groups_of(const RefineRequest& request, const RefineRules& rules = {}) {
  auto refined = doppel::refine_results(request, rules);
  return refined ? shown(*refined) : refined.error().message();
}

TEST(Refine, shows_each_content_once) {
  auto refined = doppel::refine_results(request_of({kA, kB, kA, kC, kB}));
  ASSERT_TRUE(refined);
  EXPECT_EQ(shown(*refined), "1 3 | 2 5 | 4");
  EXPECT_EQ(refined->totals, (RefineTotals{3, 2, 3}));
  EXPECT_EQ(refined->groups[0].members[0].similarity, 1'000'000u);
}

TEST(Refine, of_no_result_or_one_is_itself) {
  auto none = doppel::refine_results({});
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->groups.empty());
  EXPECT_EQ(none->totals, RefineTotals{});
  EXPECT_EQ(groups_of(request_of({kA})), "1");
}

TEST(Refine, takes_the_best_rank_as_anchor_wherever_it_stands) {
  RefineRequest request = request_of({kA, kB, kA});
  request.results[0].rank = 9;
  EXPECT_EQ(groups_of(request), "2 | 3 9");
}

TEST(Refine, joins_a_chain_unless_strict) {
  // Each shares four fifths with its neighbour, and three fifths with the next but one.
  const std::string all = page_text(5, 56'000);
  const std::vector<std::string> chain{all.substr(0, 40'000), all.substr(8'000, 40'000),
                                       all.substr(16'000, 40'000)};
  EXPECT_EQ(groups_of(request_of(chain), {.degree = 70}), "1 2 3");
  EXPECT_EQ(groups_of(request_of(chain), {.degree = 70, .strict = true}), "1 2 | 3");
}

TEST(Refine, joins_less_at_a_higher_degree) {
  const std::string all = page_text(6, 56'000);  // shared: 4/5, 3/5 and 2/5
  const RefineRequest request =
      request_of({all.substr(8'000, 40'000), all.substr(16'000, 40'000), all.substr(0, 32'000)});
  EXPECT_EQ(groups_of(request, {.degree = 50}), "1 2 3");
  EXPECT_EQ(groups_of(request, {.degree = 70}), "1 2 | 3");
  EXPECT_EQ(groups_of(request, {.degree = 100}), "1 | 2 | 3");
}

TEST(Refine, flags_what_is_contained_in_another) {
  const std::string x = page_text(11, 30'000), y = page_text(12, 30'000);
  auto refined =
      doppel::refine_results(request_of({y, x, x + y + kA + kB, x + y, "short"}), {.degree = 90});
  ASSERT_TRUE(refined);
  ASSERT_EQ(shown(*refined), "1 | 2 | 3 | 4 | 5");
  auto container = [&](size_t i) { return refined->groups[i].anchor.contained_in; };
  EXPECT_EQ(container(0), 3u);
  EXPECT_EQ(container(1), 3u);
  EXPECT_EQ(container(2), std::nullopt);
  EXPECT_EQ(container(3), 3u);
  EXPECT_EQ(container(4), std::nullopt);
}

TEST(Refine, knows_no_containment_of_fewer_than_four_chunks) {
  auto refined = doppel::refine_results(request_of({kA, kA.substr(0, 300)}));
  ASSERT_TRUE(refined);
  EXPECT_EQ(refined->groups[1].anchor.contained_in, std::nullopt);
}

TEST(Refine, uses_stored_filters_without_the_text) {
  RefineRequest request = request_of({kA, kB, kA, kB});
  for (SearchResult& result : request.results) {
    result.filter = *parse_filter(filter_text(text_filter(result.text)));
    result.text = "not looked at";
  }
  EXPECT_EQ(groups_of(request), "1 3 | 2 4");
}

TEST(Refine, folds_filters_of_different_sizes) {
  RefineRequest request = request_of({kA, kB, kA, kB, kA, kC});
  const uint32_t sizes[] = {2048, 4096, 1024, 512, 4096, 1024};
  for (size_t i = 0; i < request.results.size(); ++i) {
    request.results[i].filter = text_filter(request.results[i].text, {.bits = sizes[i]});
  }
  EXPECT_EQ(groups_of(request), "1 3 5 | 2 4 | 6");
  EXPECT_EQ(groups_of(request, {.strict = true}), "1 3 5 | 2 4 | 6");
}

TEST(Refine, names_two_filters_it_cannot_fold) {
  RefineRequest request = request_of({kA, kB});
  request.results[0].filter = text_filter(kA, {.bits = 1280});
  EXPECT_EQ(groups_of(request),
            "these filters cannot be compared: a text filter of 1280 bits and 2 hashes and "
            "a text filter of 2048 bits and 2 hashes");
}

TEST(Refine, holds_no_two_empty_pages_for_similar) {
  auto refined = doppel::refine_results(request_of({"", kA, "", " : "}));
  ASSERT_TRUE(refined);
  EXPECT_EQ(shown(*refined), "1 | 2 | 3 | 4");
  EXPECT_EQ(refined->groups[0].anchor.basis, Basis::kNothing);
  EXPECT_EQ(refined->groups[1].anchor.basis, Basis::kPage);
  EXPECT_EQ(refined->groups[3].anchor.basis, Basis::kNothing);
}

TEST(Refine, holds_a_full_filter_for_similar_to_nothing) {
  PageFilter full = text_filter(kA);
  for (uint64_t& word : full.words) word = ~uint64_t{0};
  RefineRequest request = request_of({kA, kB, kC});
  request.results[0].filter = request.results[2].filter = full;
  for (bool raw : {false, true}) {
    auto refined = doppel::refine_results(request, {.raw = raw});
    ASSERT_TRUE(refined);
    EXPECT_EQ(shown(*refined), "1 | 2 | 3");
    EXPECT_EQ(refined->groups[0].anchor.basis, Basis::kFull);
    EXPECT_EQ(refined->groups[1].anchor.contained_in, std::nullopt);
  }
}

TEST(Refine, has_the_floor_of_the_paper_when_raw) {
  // 1500 chunks fill three quarters of the bits: unrelated pages share so many of them by chance.
  RefineRequest request = request_of({"", ""});
  request.results[0].filter = text_filter(page_text(7, 400'000));
  request.results[1].filter = text_filter(page_text(8, 400'000));
  EXPECT_EQ(groups_of(request, {.degree = 70, .raw = true}), "1 2");
  EXPECT_EQ(groups_of(request, {.degree = 70}), "1 | 2");
}

TEST(Refine, gives_a_large_page_a_large_filter) {
  const std::string large = page_text(7, 4'000'000);
  auto refined =
      doppel::refine_results(request_of({large, kA, large + kA, page_text(8, 4'000'000)}));
  ASSERT_TRUE(refined);
  EXPECT_EQ(shown(*refined), "1 3 | 2 | 4");
  EXPECT_EQ(refined->groups[0].anchor.basis, Basis::kPage);
}

TEST(Refine, knows_a_page_that_is_too_large_for_any_filter) {
  const std::string huge = page_text(7, 30'000'000);
  auto refined = doppel::refine_results(request_of({huge, huge}));
  ASSERT_TRUE(refined);
  EXPECT_EQ(shown(*refined), "1 | 2");
  EXPECT_EQ(refined->groups[0].anchor.basis, Basis::kFull);
}

TEST(Refine, mixes_links_by_weight) {
  RefineRequest request = request_of({kA + kB, kA + kC, kA + kD});
  const std::vector<std::string> one{"x", "y", "z"}, other{"u", "v", "w"};
  request.results[0].links = request.results[1].links = link_filter(one);
  request.results[2].links = link_filter(other);
  EXPECT_EQ(groups_of(request, {.degree = 70}), "1 | 2 | 3");
  EXPECT_EQ(groups_of(request, {.degree = 70, .link_weight = 50}), "1 2 | 3");
  EXPECT_EQ(groups_of(request, {.degree = 100, .link_weight = 100}), "1 2 | 3");
  // Where one has no links, the text decides alone.
  request.results[1].links.reset();
  EXPECT_EQ(groups_of(request, {.degree = 70, .link_weight = 50}), "1 | 2 | 3");
}

TEST(Refine, compares_fragments_with_the_words_of_the_query) {
  RefineRequest request = request_of({"emacs manual " + kA + "\n\n" + kB,
                                      kC + "\n\nEmacs manual " + kA, "emacs manual " + kD, kA});
  request.query = "manual, emacs";
  EXPECT_EQ(groups_of(request), "1 | 2 | 3 | 4");
  auto refined = doppel::refine_results(request, {.fragments = true});
  ASSERT_TRUE(refined);
  EXPECT_EQ(shown(*refined), "1 2 4 | 3");
  EXPECT_EQ(refined->groups[0].anchor.basis, Basis::kFragment);
  EXPECT_EQ(refined->groups[0].members[1].basis, Basis::kPage);
  request.query.clear();
  EXPECT_EQ(groups_of(request, {.fragments = true}), "1 | 2 | 3 | 4");
}

std::string html_of(const std::string& text, const std::string& link) {
  return "<html><head><title>t</title></head><body><p>" + text + "</p><p><a href=\"" + link +
         "\">more</a></p></body></html>";
}

TEST(Refine, reads_html) {
  RefineRequest request = request_of({kA, "", kB});
  request.results[1].html = html_of(kA, "http://x/");
  EXPECT_EQ(groups_of(request), "1 2 | 3");
  EXPECT_EQ(html_filter(html_of(kA, "http://x/")), html_filter(html_of(kA, "http://y/")));
}

TEST(Refine, finds_links_and_fragments_in_html) {
  RefineRequest request = request_of({"", "", ""});
  request.results[0].html = html_of(kA, "http://x/");
  request.results[1].html = html_of(kB, "http://x/");
  request.results[2].html = html_of(kC + "</p><p>emacs manual " + kB, "http://y/");
  EXPECT_EQ(groups_of(request, {.degree = 100, .link_weight = 100}), "1 2 | 3");
  request.results[1].html = html_of("emacs manual " + kB, "http://x/");
  request.query = "emacs manual";
  EXPECT_EQ(groups_of(request, {.fragments = true}), "1 | 2 3");
}

TEST(Refine, holds_a_page_with_too_little_text_for_similar_to_nothing) {
  const std::string script = "<script>" + std::string(200'000, 'x') + "</script>";
  RefineRequest request = request_of({"", ""});
  for (SearchResult& result : request.results) result.html = html_of("loading", "/") + script;
  auto refined = doppel::refine_results(request);
  ASSERT_TRUE(refined);
  ASSERT_EQ(refined->groups.size(), 2u);
  EXPECT_EQ(refined->groups[0].anchor.basis, Basis::kThin);
}

TEST(Refine, merges_what_several_engines_name) {
  RefineRequest request = request_of({kA, kB, kB, kC});
  for (size_t i = 0; i < 4; ++i) request.results[i].engine = i < 2 ? "g" : "y";
  request.results[2] = {.rank = 1, .url = request.results[0].url, .engine = "y"};
  auto refined = doppel::refine_results(request);
  ASSERT_TRUE(refined);
  EXPECT_EQ(shown(*refined), "1 | 2 | 3");
  EXPECT_EQ(refined->groups[0].anchor.merged, (std::vector<size_t>{2}));
  EXPECT_EQ(refined->totals, (RefineTotals{3, 0, 3}));
}

TEST(Refine, takes_the_text_from_another_engine_where_the_best_has_none) {
  RefineRequest request = request_of({"", kB, kA, kA});
  for (size_t i = 0; i < 4; ++i) request.results[i].engine = i < 2 ? "g" : "y";
  request.results[2].url = request.results[0].url;
  EXPECT_EQ(groups_of(request), "1 3 | 2");
}

TEST(Refine, hides_only_when_it_collapses) {
  auto totals = [&](Presentation presentation) {
    return doppel::refine_results(request_of({kA, kA, kB}), {.presentation = presentation})->totals;
  };
  EXPECT_EQ(totals(Presentation::kCollapse), (RefineTotals{2, 1, 2}));
  EXPECT_EQ(totals(Presentation::kGroup), (RefineTotals{3, 0, 2}));
  EXPECT_EQ(totals(Presentation::kMark), (RefineTotals{3, 0, 2}));
}

TEST(Refine, has_pages_that_add_up) {
  auto refined = doppel::refine_results(request_of({kA, kB, kC, kA, kD, kB, page_text(9, 8000)}));
  ASSERT_TRUE(refined);
  ASSERT_EQ(refined->groups.size(), 5u);
  EXPECT_EQ(refined->page(1, 2).size(), 2u);
  EXPECT_EQ(refined->page(3, 2).size(), 1u);
  EXPECT_EQ(refined->page(3, 2)[0].anchor.rank, 7u);
  EXPECT_TRUE(refined->page(4, 2).empty());
  EXPECT_TRUE(refined->page(~size_t{0}, ~size_t{0}).empty());
  EXPECT_EQ(refined->page(1, ~size_t{0}).size(), 5u);
}

TEST(Refine, takes_as_many_results_as_can_be_compared) {
  RefineRequest request;
  for (size_t i = 0; i <= kMostResults; ++i) {
    request.results.push_back({.rank = 1, .url = "http://a.org/" + std::to_string(i)});
  }
  auto refined = doppel::refine_results(request);
  ASSERT_FALSE(refined);
  EXPECT_EQ(refined.error().message(), "at most 20000 results can be refined at once (got 20001)");
}

TEST(RefineRules, have_limits) {
  EXPECT_EQ(groups_of({}, {.degree = 49}), "the degree must be between 50 and 100 (got 49)");
  EXPECT_EQ(groups_of({}, {.degree = 101}), "the degree must be between 50 and 100 (got 101)");
  EXPECT_EQ(groups_of({}, {.link_weight = 101}),
            "the link weight must be between 0 and 100 (got 101)");
}

}  // namespace
}  // namespace doppel::refine
