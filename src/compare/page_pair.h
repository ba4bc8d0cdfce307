// Are these two pages duplicates, by the rule of pages (similarity/page_rule.h)? For callers that
// have two pages at hand and want to know why.
#pragma once

#include <optional>
#include <string_view>

#include "doppel/predicate.h"
#include "similarity/page_rule.h"

namespace doppel::compare {

// What a page says. A text that is not HTML has the same text in both views and no title.
struct PageTexts {
  std::string_view main, full, title;
};

struct PageComparison {
  Similarity main, full;
  bool same_subject = false;
  bool short_main = false;                           // of one of the two
  std::optional<similarity::VerifiedPair> verified;  // nothing: they are not duplicates
};

// REQUIRES: a jaccard predicate with a threshold in (0, 1]. Cost: linear. Pure.
PageComparison compare_pages(const PageTexts& left, const PageTexts& right,
                             const Predicate& predicate);

}  // namespace doppel::compare
