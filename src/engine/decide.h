// From texts and pages to kept and removed: pairs by the chosen strategy, then the cover.
#pragma once

#include <span>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "compare/text_table.h"
#include "doppel/dedup.h"
#include "group/cover.h"

namespace doppel::engine {

// Is this a predicate that dedup can carry out?
Status supported(const Predicate& predicate);

// One entry a page: its facts, its text, its form.
struct Pages {
  std::span<const PageFacts> facts;
  std::span<const TextId> texts;
  std::span<const FormId> forms;
};

Result<group::Cover> decide(const Pages& pages, const compare::TextTable& texts, Ratio threshold,
                            ThreadPool& pool, ProgressMeter& meter);

}  // namespace doppel::engine
