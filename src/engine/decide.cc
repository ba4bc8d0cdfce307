#include "engine/decide.h"

#include "compare/scan.h"

namespace doppel::engine {

Status supported(const Predicate& predicate) {
  if (predicate.measure != Measure::kJaccard) {
    return invalid_argument("dedup needs a jaccard predicate, not " + predicate.to_string());
  }
  if (predicate.rules.k < 1 || predicate.rules.k > TextRules::kMaxWindow) {
    return invalid_argument("k must be a number from 1 to 64, is " +
                            std::to_string(predicate.rules.k));
  }
  if (predicate.threshold.num == 0 || predicate.threshold.num > predicate.threshold.den) {
    return invalid_argument("threshold is not in (0, 1]: " + predicate.threshold.to_string());
  }
  return {};
}

Result<group::Cover> decide(const Pages& pages, const compare::TextTable& texts, Ratio threshold,
                            ThreadPool& pool, ProgressMeter& meter) {
  std::vector<similarity::Set> sets;
  std::vector<uint32_t> counts;
  for (uint32_t i = 0; i < texts.size(); ++i) {
    sets.push_back(texts.shingles({i}));
    counts.push_back(static_cast<uint32_t>(sets.back().size()));
  }
  meter.begin("compare", "texts", sets.size());
  auto pairs = compare::scan(sets, threshold, pool, [&](uint64_t n) { return meter.advance(n); });
  if (!pairs) return pairs.error();
  if (Status status = meter.end(); !status.ok()) return status;
  return group::cover({pages.facts, pages.texts, pages.forms, counts, *pairs});
}

}  // namespace doppel::engine
