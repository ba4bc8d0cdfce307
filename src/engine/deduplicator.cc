// Pages that come one by one: the Deduplicator of the public API.
//
// How many there will be is not known, so memory is planned twice. Before the first page texts get
// half of the limit, and a file for the others (spill/overflow_texts.h). finish() knows the number
// of pages and what their texts hold, and plans like a run over files: when band keys or tables do
// not fit they are on disk. Tested by deduplicator_test.cc and tests/faults.
#include <algorithm>
#include <utility>

#include "base/arena.h"
#include "base/guard.h"
#include "compare/signer.h"
#include "doppel/dedup.h"
#include "engine/decide.h"
#include "engine/disk_tables.h"
#include "engine/distinct_texts.h"
#include "group/canonical_names.h"
#include "ingest/reader.h"
#include "io/temporary_file.h"
#include "spill/overflow_texts.h"

namespace doppel {
namespace {

Result<engine::RunPlan> plan_pages(const RunOptions& options) {
  auto plan = engine::plan_run(options.predicate, options.strategy);
  if (!plan) return plan;
  plan->memory = engine::plan_memory(options.memory_bytes, {}, plan->banding.bands, 1);
  plan->memory.most_text_bytes = plan->memory.limit / 2;
  plan->keep_set_bytes = plan->memory.keep_set_bytes;
  return plan;
}

std::vector<Certificate> certificates(const group::Cover& cover) {
  std::vector<uint64_t> group_of(cover.removals.size(), 0);
  for (size_t g = 0; g < cover.groups.size(); ++g) {
    for (PageId page : cover.groups[g]) group_of[page.index()] = g + 1;
  }
  std::vector<Certificate> out;
  for (size_t i = 0; i < cover.removals.size(); ++i) {
    if (const auto& r = cover.removals[i]) {
      out.push_back({i, r->kept.index(), r->level, r->similarity, group_of[i]});
    }
  }
  return out;
}

}  // namespace

struct Deduplicator::Pages {
  Pages(const RunOptions& run_options, const engine::RunPlan& run_plan)
      : options(run_options),
        plan(run_plan),
        file_prefix(io::temporary_prefix()),
        signer(plan.predicate.rules, *plan.shingle_key),
        texts(plan, std::make_unique<spill::OverflowTexts>(plan.memory.most_text_bytes,
                                                           file_prefix + "texts")) {}

  RunOptions options;
  engine::RunPlan plan;
  std::string file_prefix;
  compare::Signer signer;
  engine::DistinctTexts texts;
  uint64_t text_bytes = 0;
  Arena strings = Arena();
  std::vector<group::WinnerFacts> facts = {};
  group::CanonicalNames names = group::CanonicalNames();
  std::vector<TextId> text_of = {};
  std::vector<FormId> form_of = {};

  Status add(std::string_view text, const PageFacts& page) {
    if (facts.size() >= plan.most_pages) return engine::too_many_pages(plan.most_pages);
    if (Status s = ingest::check_record_bytes(text.size()); !s.ok()) return s;
    facts.push_back({.url = strings.copy(page.url),
                     .first_seen_ms = page.first_seen_ms,
                     .score_bucket = group::score_bucket(page.score)});
    names.add(group::canonical_name(page.url, {.href = page.canonical}));
    auto place = texts.add(text, signer.identify(text), {}, {});
    if (!place) return place.error();
    text_of.push_back(place->text);
    form_of.push_back(place->form);
    text_bytes += text.size();
    return {};
  }

  // The plan, now that the sizes are known.
  engine::MemoryPlan final_memory(size_t threads) const {
    return engine::plan_memory(options.memory_bytes,
                               {std::min(text_bytes, plan.memory.most_text_bytes), facts.size()},
                               plan.banding.bands, static_cast<uint32_t>(threads));
  }

  Result<std::vector<Certificate>> finish(const ProgressFn& progress) {
    ThreadPool pool(options.threads, options.executor);
    ProgressMeter meter(progress);
    const engine::MemoryPlan memory = final_memory(pool.size());
    if (memory.keys_on_disk && plan.banding.bands > 0) {
      if (Status s = texts.keep_keys_on_disk(file_prefix); !s.ok()) return s;
    }
    if (!memory.tables_on_disk) return decide(plan, pool, meter);
    return engine::with_tables_on_disk(
        plan, file_prefix + "tables", memory.resident_table_bytes,
        [&](const engine::RunPlan& on_disk) { return decide(on_disk, pool, meter); });
  }

  Result<std::vector<Certificate>> decide(const engine::RunPlan& final_plan, ThreadPool& pool,
                                          ProgressMeter& meter) {
    if (Status status = texts.complete(pool); !status.ok()) return status;
    names.settle();
    for (group::WinnerFacts& page : facts) page.named = names.contains(page.url);
    auto decision = engine::decide({facts, text_of, form_of}, texts, final_plan, pool, meter);
    if (!decision) return decision.error();
    return certificates(decision->cover);
  }
};

Deduplicator::Deduplicator(const RunOptions& options) noexcept {
  try {
    auto plan = plan_pages(options);
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

Result<std::vector<Certificate>> Deduplicator::finish(const ProgressFn& progress) noexcept try {
  if (!failure_.ok()) return failure_;
  if (!pages_) return invalid_argument("finish() was called before, or the pages were moved away");
  const std::unique_ptr<Pages> pages = std::move(pages_);
  return pages->finish(progress);
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
