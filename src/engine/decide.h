// Decides which pages are kept and which are removed: finds candidates with the chosen strategy,
// verifies pairs, then computes the cover.
#pragma once

#include <span>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "corpus/distinct_texts.h"
#include "corpus/run_plan.h"
#include "doppel/dedup.h"
#include "group/cover.h"

namespace doppel::engine {

// One entry for each page: its facts, its text, its form.
struct Pages {
  std::span<const group::WinnerFacts> facts;
  std::span<const TextId> texts;
  std::span<const FormId> forms;
};

struct Decision {
  group::Cover cover;
  Comparisons comparisons;
};

// Consumes the band keys of the texts.
Result<Decision> decide(const Pages& pages, corpus::DistinctTexts& texts,
                        const corpus::RunPlan& plan, ThreadPool& pool, ProgressMeter& meter);

}  // namespace doppel::engine
