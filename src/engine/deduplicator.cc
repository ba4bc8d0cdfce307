// The Deduplicator of the public API: a MemoryRun (memory_run.h) that lets no exception out and
// remembers the first failure until finish() reports it. Tested by deduplicator_test.cc and
// tests/faults.
#include <utility>

#include "base/guard.h"
#include "doppel/dedup.h"
#include "engine/memory_run.h"

namespace doppel {

struct Deduplicator::Pages : engine::MemoryRun {
  using MemoryRun::MemoryRun;
};

Deduplicator::Deduplicator(const RunOptions& options) noexcept {
  try {
    auto plan = engine::plan_memory_run(options);
    failure_ = plan.status();
    if (plan) pages_ = std::make_unique<Pages>(options, *plan);
  } catch (...) {
    failure_ = status_of_exception();
  }
}
Deduplicator::~Deduplicator() = default;
Deduplicator::Deduplicator(Deduplicator&&) noexcept = default;
Deduplicator& Deduplicator::operator=(Deduplicator&&) noexcept = default;

uint64_t Deduplicator::add(std::string_view text, const PageFacts& facts) noexcept {
  const uint64_t number = added_++;
  if (!pages_ || !failure_.ok()) return number;
  try {
    failure_ = pages_->add(text, facts);
  } catch (...) {
    failure_ = status_of_exception();
  }
  return number;
}

Result<std::optional<Removal>> Deduplicator::would_remove(std::string_view text,
                                                          const PageFacts& facts) noexcept try {
  if (!failure_.ok()) return failure_;
  if (!pages_) {
    return invalid_argument(
        "would_remove() was called after finish(), or the pages were moved away");
  }
  return pages_->would_remove(text, facts);
} catch (...) {
  return status_of_exception();
}

Result<std::vector<Certificate>> Deduplicator::finish(const ProgressFn& progress) noexcept try {
  if (!failure_.ok()) return failure_;
  if (!pages_) return invalid_argument("finish() was called before, or the pages were moved away");
  const std::unique_ptr<Pages> pages = std::move(pages_);
  return pages->finish(progress);
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
