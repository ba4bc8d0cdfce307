#include "similarity/page_rule.h"

#include <gtest/gtest.h>

#include <vector>

namespace doppel::similarity {
namespace {

// Of 100 windows in the union, so many are common.
Similarity jaccard(uint32_t percent) { return {percent, 100 - percent, 0}; }

struct Page {
  uint64_t title = 0;
  bool short_main = false, names_title = false;

  operator PageSubject() const {  // NOLINT(google-explicit-constructor)
    return {
        .title = title, .two_views = true, .short_main = short_main, .names_title = names_title};
  }
};

std::optional<VerifiedPair> verdict(const PageSubject& a, const PageSubject& b, uint32_t main,
                                    uint32_t full, Ratio threshold = {4, 5}) {
  const auto reaching = [](uint32_t percent) {
    return [percent](Ratio least) -> Result<std::optional<Similarity>> {
      const Similarity found = jaccard(percent);
      return found.at_least(least) ? std::optional(found) : std::nullopt;
    };
  };
  return *PageRule(threshold).verify(a, b, reaching(main), reaching(full));
}

constexpr Page kLong{}, kShort{.short_main = true};
constexpr Page kTitled{.title = 7, .short_main = true, .names_title = true};
constexpr Page kSameTitle{.title = 7, .short_main = true};
constexpr PageSubject kText{};

TEST(PageRule, texts_with_one_view_form_a_pair_by_the_threshold_alone) {
  EXPECT_EQ(verdict(kText, kText, 80, 0), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_FALSE(verdict(kText, kText, 79, 100));
}

TEST(PageRule, long_main_contents_decide_whatever_is_around_them) {
  EXPECT_EQ(verdict(kLong, kLong, 80, 3), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_EQ(verdict(kLong, kText, 80, 3), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_FALSE(verdict(kLong, kLong, 79, 79));
}

// Two posts of one blog whose "main content" is the author's blurb.
TEST(PageRule, a_short_main_content_alone_proves_nothing) {
  EXPECT_FALSE(verdict(kShort, kShort, 100, 79));
  EXPECT_FALSE(verdict(kShort, kLong, 100, 79));
  EXPECT_FALSE(verdict(kSameTitle, kSameTitle, 100, 79)) << "neither speaks of the title";
  EXPECT_EQ(verdict(kShort, kShort, 100, 80), (VerifiedPair{jaccard(80), View::kFull}));
}

TEST(PageRule, a_short_main_content_decides_if_both_pages_have_one_subject) {
  EXPECT_EQ(verdict(kTitled, kTitled, 80, 10), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_EQ(verdict(kTitled, kSameTitle, 80, 10), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_FALSE(verdict(kTitled, Page{.title = 8, .short_main = true, .names_title = true}, 99, 10));
}

// One template with other content: most of the page is the same.
TEST(PageRule, full_texts_prove_nothing_if_the_main_contents_deny_it) {
  EXPECT_FALSE(verdict(kLong, kLong, 59, 95));
  EXPECT_EQ(verdict(kLong, kLong, 60, 80), (VerifiedPair{jaccard(80), View::kFull}));
  EXPECT_FALSE(verdict(kTitled, kTitled, 19, 99));
  EXPECT_EQ(verdict(kTitled, kTitled, 20, 80), (VerifiedPair{jaccard(80), View::kFull}));
}

// A legal notice of a thousand words is the "main content" of every page of a shop.
TEST(PageRule, a_long_main_content_that_ignores_its_title_proves_nothing) {
  constexpr Page kNotice{.title = 1}, kOtherNotice{.title = 2};
  constexpr Page kArticle{.title = 3, .names_title = true};
  EXPECT_FALSE(verdict(kNotice, kOtherNotice, 100, 79));
  EXPECT_FALSE(verdict(kNotice, kNotice, 100, 79)) << "one title for the whole site";
  EXPECT_EQ(verdict(kNotice, kArticle, 80, 10), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_EQ(verdict(kNotice, kLong, 80, 10), (VerifiedPair{jaccard(80), View::kMain}));
  EXPECT_EQ(verdict(kNotice, kOtherNotice, 60, 80), (VerifiedPair{jaccard(80), View::kFull}));
}

TEST(PageRule, pages_without_a_title_have_no_subject) {
  EXPECT_FALSE(same_subject(kShort, kShort));
  EXPECT_FALSE(same_subject(kText, kText));
}

std::vector<PageSubject> all_subjects() {
  std::vector<PageSubject> out = {kText};
  for (uint64_t title : {0, 7, 8}) {
    for (bool short_main : {false, true}) {
      out.push_back(Page{title, short_main, false});
      if (title != 0) out.push_back(Page{title, short_main, true});
    }
  }
  return out;
}

TEST(PageRule, is_symmetric_and_its_filter_loses_no_pair) {
  for (Ratio threshold : {Ratio{4, 5}, Ratio{1, 2}, Ratio{1, 1}, Ratio{1, 100}}) {
    const PageRule rule(threshold);
    for (const PageSubject& a : all_subjects()) {
      for (const PageSubject& b : all_subjects()) {
        for (uint32_t main = 0; main <= 100; main += 5) {
          for (uint32_t full = 0; full <= 100; full += 5) {
            const auto found = verdict(a, b, main, full, threshold);
            EXPECT_EQ(found, verdict(b, a, main, full, threshold));
            const auto could = [](uint32_t percent) {
              return [percent](Ratio least) { return jaccard(percent).at_least(least); };
            };
            EXPECT_EQ(rule.allows(a, b, could(main), could(full)), found.has_value());
            const bool one_view = !a.two_views && !b.two_views;
            if (jaccard(main).at_least(threshold)) {
              const auto needed = rule.needed_in_other_view(a, b, View::kMain);
              EXPECT_EQ(!needed || jaccard(full).at_least(*needed), found.has_value());
            }
            if (jaccard(full).at_least(threshold) && !one_view) {
              const auto needed = rule.needed_in_other_view(a, b, View::kFull);
              EXPECT_EQ(!needed || jaccard(main).at_least(*needed), found.has_value());
            }
          }
        }
      }
    }
  }
}

// A fraction with parts near 2^32 has quarters, too.
TEST(PageRule, takes_any_threshold) {
  const PageRule rule({UINT32_MAX - 1, UINT32_MAX});
  const Ratio weak = rule.least_main(kTitled, kTitled), strong = rule.least_main(kLong, kLong);
  EXPECT_NEAR(static_cast<double>(weak.num) / weak.den, 0.25, 1e-6);
  EXPECT_NEAR(static_cast<double>(strong.num) / strong.den, 0.75, 1e-6);
  EXPECT_GT(PageRule({1, UINT32_MAX}).least_main(kTitled, kTitled).num, 0U);
}

}  // namespace
}  // namespace doppel::similarity
