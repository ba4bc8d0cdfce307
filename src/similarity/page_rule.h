// Are these two pages duplicates, if each has two views: its main content and its full text?
//
// Main content is found by heuristics. Where they fail, it is a sidebar, an author's blurb or a
// search hint, which is the same on every page of a site. The full text is the whole page, and most
// of a short page is its template. So neither view decides alone. Two pages are duplicates
//
//   by main   if J(main) >= t, and either both main contents are long and one of them names its
//             title, or the pages have the same subject
//   by full   if J(full) >= t, and J(main) >= 3/4 t, or 1/4 t if they have the same subject
//
// Long means kLongMain words or more. A main content names its title if it contains at least half
// of the distinct words of the title, or if there is no title. Two pages have the same subject if
// their titles are equal and at least one of the two main contents names it. A text that is not
// HTML, and a page that consists of its main content only, has one view: main and full are the
// same, and count as long. Two such texts form a pair if and only if J >= t, as the predicate says.
//
// The rule is symmetric and looks at nothing but the two pages. The pages on which its numbers were
// chosen are in eval/truth, the reasons in docs/design/page_rule.md. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "doppel/extract.h"
#include "doppel/types.h"

namespace doppel::similarity {

// Changing one of these changes answers: see docs/design/page_rule.md.
inline constexpr size_t kLongMain = 200;   // words
inline constexpr size_t kTitleWords = 32;  // only so many words of a title count

// What the rule has to know about a text beside its shingles. The default is that of a text with
// one view.
struct PageSubject {
  uint64_t title = 0;        // keyed hash of the words of the title; 0: it has none
  uint64_t mirror_set = 0;   // equal for pages with the same main content (if short: and title)
  bool two_views = false;    // main content and full text differ
  bool short_main = false;   // the main content has fewer than kLongMain words, with two views
  bool names_title = false;  // the main content has at least half of the title's words

  friend bool operator==(const PageSubject&, const PageSubject&) = default;
};

// A verified pair: the counts in the view that proves it.
struct VerifiedPair {
  Similarity similarity;
  View view = View::kMain;  // kMain or kFull

  friend bool operator==(const VerifiedPair&, const VerifiedPair&) = default;
};

// The same pair with left and right exchanged.
inline VerifiedPair swapped(const VerifiedPair& pair) {
  const Similarity& s = pair.similarity;
  return {{s.common, s.right_only, s.left_only}, pair.view};
}

bool same_subject(const PageSubject& a, const PageSubject& b);
// Is its main content long, and does it name its title? For two such pages, main contents decide.
bool is_trusted(const PageSubject& page);

class PageRule {
 public:
  // Implicit on purpose: a threshold alone is a rule.
  PageRule(Ratio threshold);

  Ratio threshold() const { return threshold_; }
  // If these two are a pair, their main contents are at least so similar.
  Ratio least_main(const PageSubject& a, const PageSubject& b) const;
  // Is J(main) >= threshold enough?
  bool main_decides(const PageSubject& a, const PageSubject& b) const;
  // Given that the two reach the threshold in one view, kMain or kFull: the similarity that they
  // must have in the other view to form a pair, or nothing if they already do.
  std::optional<Ratio> needed_in_other_view(const PageSubject& a, const PageSubject& b,
                                            View reached) const;

  // Applies the rule. main(Ratio) and full(Ratio) -> Result<std::optional<Similarity>> return the
  // similarity of a view if it is at least that ratio. full() is called last, and only if it
  // decides.
  template <typename Main, typename Full>
  Result<std::optional<VerifiedPair>> verify(const PageSubject& a, const PageSubject& b, Main main,
                                             Full full) const {
    const bool one_view = !a.two_views && !b.two_views;
    auto by_main = main(one_view ? threshold_ : least_main(a, b));
    if (!by_main) return by_main.error();
    if (!*by_main) return std::optional<VerifiedPair>();
    if (one_view || ((*by_main)->at_least(threshold_) && main_decides(a, b))) {
      return std::optional(VerifiedPair{**by_main, View::kMain});
    }
    auto by_full = full(threshold_);
    if (!by_full) return by_full.error();
    if (!*by_full) return std::optional<VerifiedPair>();
    return std::optional(VerifiedPair{**by_full, View::kFull});
  }

  // Could the two form a pair? could_main(Ratio) is a filter that may wrongly say yes, but never
  // wrongly says no.
  enum class Possible : uint8_t { kNo, kYes, kIfFullAllows };
  template <typename CouldMain>
  Possible by_main(const PageSubject& a, const PageSubject& b, CouldMain could_main) const {
    if (!a.two_views && !b.two_views) {
      return could_main(threshold_) ? Possible::kYes : Possible::kNo;
    }
    if (!could_main(least_main(a, b))) return Possible::kNo;
    const bool enough = main_decides(a, b) && could_main(threshold_);
    return enough ? Possible::kYes : Possible::kIfFullAllows;
  }
  // The same with filters for both views. could_full(Ratio) is called only if it decides.
  template <typename CouldMain, typename CouldFull>
  bool allows(const PageSubject& a, const PageSubject& b, CouldMain could_main,
              CouldFull could_full) const {
    const Possible possible = by_main(a, b, could_main);
    return possible == Possible::kYes ||
           (possible == Possible::kIfFullAllows && could_full(threshold_));
  }

 private:
  Ratio threshold_, strong_, weak_;
};

}  // namespace doppel::similarity
