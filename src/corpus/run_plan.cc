#include "corpus/run_plan.h"

#include "sketch/one_permutation_minhash.h"

namespace doppel::corpus {
namespace {

Status supported(const Predicate& predicate) {
  if (predicate.measure != Measure::kJaccard) {
    return invalid_argument("dedup needs a jaccard predicate, not " + predicate.to_string());
  }
  if (predicate.rules.k < 1 || predicate.rules.k > TextRules::kMaxWindow) {
    return invalid_argument("k must be between 1 and 64 (got " + std::to_string(predicate.rules.k) +
                            ")");
  }
  if (predicate.threshold.num == 0 || predicate.threshold.num > predicate.threshold.den) {
    return invalid_argument("the threshold must be above 0 and at most 1 (got " +
                            predicate.threshold.to_string() + ")");
  }
  return {};
}

}  // namespace

Status too_many_pages(uint64_t most) {
  return invalid_argument("more than " + std::to_string(most) +
                          " pages in one run; split the inputs");
}

Status too_many_texts(uint64_t most) {
  return invalid_argument("more than " + std::to_string(most) +
                          " distinct texts in one run; split the inputs");
}

Result<RunPlan> plan_run(const Predicate& predicate, Strategy strategy) {
  if (Status status = supported(predicate); !status.ok()) return status;
  RunPlan plan{.predicate = predicate, .strategy = strategy};
  if (strategy == Strategy::kLsh) {
    auto banding =
        sketch::solve_banding(predicate.threshold, sketch::kBandingRecall, sketch::kSketchSlots);
    if (!banding) return invalid_argument(banding.error().message() + "; use --strategy exact");
    plan.banding = *banding;
  }
  return plan;
}

}  // namespace doppel::corpus
