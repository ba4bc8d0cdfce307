// Are these two pages duplicates, when each has two views: its main content and its full text?
//
// Main content is found by a guess. Where the guess is wrong it is a sidebar, an author's blurb or
// a search hint, and every page of a site has the same. Full text has all of the page, and of a
// short page the template is most of that. So neither view decides alone:
//
//   by main   J(main) >= t, and both mains are long and one of them speaks of its title, or the
//             pages have the same subject
//   by full   J(full) >= t, and J(main) >= 3/4 t, or 1/4 t if they have the same subject
//
// Long: kLongMain words or more. A main content speaks of its title if it has at least half of the
// different words of the title, or if there is none. Same subject: equal titles, and one of the two
// main contents speaks of it. A text that is not an HTML page, and a page whose main content is all
// of it, has one view: both are the same, and long. Two of them form a pair if and only if J >= t,
// as the predicate says.
//
// The rule looks at the two pages only and is symmetric. eval/truth has the pages on which its
// numbers were chosen, docs/design/page_rule.md the reasons. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "doppel/extract.h"
#include "doppel/types.h"

namespace doppel::similarity {

// Changing one of these changes answers: docs/design/page_rule.md.
inline constexpr size_t kLongMain = 200;   // words
inline constexpr size_t kTitleWords = 32;  // of a title that count

// What is known of a text beside its windows. The default: a text with one view.
struct PageSubject {
  uint64_t title = 0;        // keyed hash of its words; 0: it has none
  uint64_t unit = 0;         // the same for pages of one main content (if short: and one title)
  bool two_views = false;    // main content and full text are two texts
  bool short_main = false;   // fewer than kLongMain words; only with two views
  bool names_title = false;  // half of the words of the title are in the main content

  friend bool operator==(const PageSubject&, const PageSubject&) = default;
};

// A verified pair: the counts of the view that proves it.
struct VerifiedPair {
  Similarity similarity;
  View view = View::kMain;  // kMain or kFull

  friend bool operator==(const VerifiedPair&, const VerifiedPair&) = default;
};

// Seen from the other side.
inline VerifiedPair swapped(const VerifiedPair& pair) {
  const Similarity& s = pair.similarity;
  return {{s.common, s.right_only, s.left_only}, pair.view};
}

bool same_subject(const PageSubject& a, const PageSubject& b);
// Is its main content long, and does it speak of its title? Of two such pages, main contents
// decide.
bool is_trusted(const PageSubject& page);

class PageRule {
 public:
  // A threshold alone is a rule.
  PageRule(Ratio threshold);

  Ratio threshold() const { return threshold_; }
  // No pair of these two has a lower similarity of its main contents.
  Ratio least_main(const PageSubject& a, const PageSubject& b) const;
  // Is J(main) >= threshold enough?
  bool main_decides(const PageSubject& a, const PageSubject& b) const;
  // The two reach the threshold in that view, kMain or kFull. What must they reach in the other
  // view to form a pair? Nothing: they are one already.
  std::optional<Ratio> needed_in_other_view(const PageSubject& a, const PageSubject& b,
                                            View reached) const;

  // The verdict, by two functions that return the similarity of a view if it reaches a ratio:
  // main(Ratio), full(Ratio) -> Result<std::optional<Similarity>>. full() is asked last, and only
  // when it decides.
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

  // Could they form a pair, by the filter could_main(Ratio), which may err on the side of yes?
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
  // The same by the filters of both views. could_full(Ratio) is asked only where it decides.
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
