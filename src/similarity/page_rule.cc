#include "similarity/page_rule.h"

#include <numeric>

namespace doppel::similarity {
namespace {

// `quarters` quarters of the threshold. If the fraction does not fit in 32 bits, its lowest bits
// are dropped, in the same way on every machine.
Ratio quarters_of(Ratio threshold, uint64_t quarters) {
  uint64_t num = quarters * threshold.num, den = 4 * uint64_t{threshold.den};
  const uint64_t divisor = std::gcd(num, den);
  num /= divisor;
  den /= divisor;
  while (den > UINT32_MAX) {
    num >>= 1;
    den >>= 1;
  }
  // With a ratio of 0 there would be no condition at all.
  return {static_cast<uint32_t>(num > 0 ? num : 1), static_cast<uint32_t>(den)};
}

}  // namespace

bool same_subject(const PageSubject& a, const PageSubject& b) {
  return a.title != 0 && a.title == b.title && (a.names_title || b.names_title);
}

bool is_trusted(const PageSubject& page) {
  return !page.short_main && (page.title == 0 || page.names_title);
}

PageRule::PageRule(Ratio threshold)
    : threshold_(threshold), strong_(quarters_of(threshold, 3)), weak_(quarters_of(threshold, 1)) {}

Ratio PageRule::least_main(const PageSubject& a, const PageSubject& b) const {
  return same_subject(a, b) ? weak_ : strong_;
}

bool PageRule::main_decides(const PageSubject& a, const PageSubject& b) const {
  const auto speaks = [](const PageSubject& page) { return page.title == 0 || page.names_title; };
  return (!a.short_main && !b.short_main && (speaks(a) || speaks(b))) || same_subject(a, b);
}

std::optional<Ratio> PageRule::needed_in_other_view(const PageSubject& a, const PageSubject& b,
                                                    View reached) const {
  if (!a.two_views && !b.two_views) return std::nullopt;
  if (reached == View::kFull) return least_main(a, b);
  return main_decides(a, b) ? std::nullopt : std::optional(threshold_);
}

}  // namespace doppel::similarity
