// Are these two pages duplicates by the page rule (similarity/page_rule.h)? For callers that have
// two pages and want to know why.
#pragma once

#include <optional>
#include <string_view>

#include "doppel/predicate.h"
#include "similarity/page_rule.h"

namespace doppel::compare {

// The texts of a page. Plain text, which is not HTML, is the same in both views and has no title.
struct PageTexts {
  std::string_view main, full, title;
};

struct PageComparison {
  Similarity main, full;
  bool same_subject = false;
  bool short_main = false;                           // is the main content of either page short?
  std::optional<similarity::VerifiedPair> verified;  // nothing: they are not duplicates
};

// REQUIRES: a jaccard predicate with a threshold in (0, 1]. Cost: linear. Pure.
PageComparison compare_pages(const PageTexts& left, const PageTexts& right,
                             const Predicate& predicate);

}  // namespace doppel::compare
