#include "compare/page_pair.h"

#include "base/arena.h"
#include "doppel/compare.h"
#include "texts/view_signer.h"

namespace doppel::compare {
namespace {

similarity::PageSubject subject_of(const PageTexts& page, const TextRules& rules) {
  if (page.main == page.full) return {};
  Arena arena;
  texts::ViewSigner signer(rules);
  signer.identify(texts::store_views(page.main, page.full, texts::stored_title(page.title), arena));
  return signer.subject();
}

}  // namespace

PageComparison compare_pages(const PageTexts& left, const PageTexts& right,
                             const Predicate& predicate) {
  const similarity::PageSubject a = subject_of(left, predicate.rules);
  const similarity::PageSubject b = subject_of(right, predicate.rules);
  PageComparison out;
  out.main = compare_texts(left.main, right.main, predicate.rules).similarity;
  out.full = compare_texts(left.full, right.full, predicate.rules).similarity;
  out.same_subject = similarity::same_subject(a, b);
  out.short_main = a.short_main || b.short_main;
  const auto reaching = [](const Similarity& found) {
    return [&found](Ratio least) -> Result<std::optional<Similarity>> {
      return found.at_least(least) ? std::optional(found) : std::nullopt;
    };
  };
  const auto verified = similarity::PageRule(predicate.threshold)
                            .verify(a, b, reaching(out.main), reaching(out.full));
  if (verified) out.verified = *verified;
  return out;
}

}  // namespace doppel::compare
