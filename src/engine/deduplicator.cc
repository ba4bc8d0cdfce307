// Pages in memory: the Deduplicator of the public API.
#include "base/arena.h"
#include "base/guard.h"
#include "compare/signer.h"
#include "doppel/dedup.h"
#include "engine/decide.h"
#include "engine/distinct_texts.h"
#include "ingest/reader.h"

namespace doppel {

struct Deduplicator::Pages {
  explicit Pages(const engine::RunPlan& p)
      : plan(p),
        signer(p.predicate.rules, *p.shingle_key),
        texts(p, std::make_unique<compare::MemoryTexts>()) {}

  engine::RunPlan plan;
  Status failure = {};  // the first
  compare::Signer signer;
  engine::DistinctTexts texts;
  Arena strings = Arena();
  std::vector<PageFacts> facts = {};
  std::vector<TextId> text_of = {};
  std::vector<FormId> form_of = {};

  Status add(std::string_view text, const PageFacts& page) {
    if (facts.size() >= plan.most_pages) return engine::too_many_pages(plan.most_pages);
    if (Status s = ingest::check_record_bytes(text.size()); !s.ok()) return s;
    facts.push_back({strings.copy(page.url), page.score});
    auto place = texts.add(text, signer.identify(text), {}, {});
    if (!place) return place.error();
    text_of.push_back(place->text);
    form_of.push_back(place->form);
    return {};
  }
};

Deduplicator::Deduplicator(Predicate predicate, Strategy strategy) {
  try {
    auto plan = engine::plan_run(predicate, strategy);
    pages_ = std::make_unique<Pages>(plan ? *plan : engine::RunPlan());
    pages_->failure = plan.status();
  } catch (...) {
    pages_ = nullptr;
  }
}
Deduplicator::~Deduplicator() = default;
Deduplicator::Deduplicator(Deduplicator&&) noexcept = default;
Deduplicator& Deduplicator::operator=(Deduplicator&&) noexcept = default;

uint64_t Deduplicator::add(std::string_view text, const PageFacts& facts) {
  const uint64_t number = added_++;
  if (!pages_ || !pages_->failure.ok()) return number;
  try {
    pages_->failure = pages_->add(text, facts);
  } catch (...) {
    pages_->failure = status_of_exception();
  }
  return number;
}

Result<std::vector<Certificate>> Deduplicator::finish() try {
  if (!pages_) return out_of_memory();
  Pages& p = *pages_;
  if (!p.failure.ok()) return p.failure;
  ThreadPool pool(1);
  ProgressMeter silent({});
  if (Status status = p.texts.complete(pool); !status.ok()) return status;
  auto decision = engine::decide({p.facts, p.text_of, p.form_of}, p.texts, p.plan, pool, silent);
  if (!decision) return decision.error();
  const group::Cover& cover = decision->cover;
  std::vector<uint64_t> group_of(p.facts.size(), 0);
  for (size_t g = 0; g < cover.groups.size(); ++g) {
    for (PageId page : cover.groups[g]) group_of[page.index()] = g + 1;
  }
  std::vector<Certificate> out;
  for (size_t i = 0; i < p.facts.size(); ++i) {
    if (const auto& r = cover.removals[i]) {
      out.push_back({i, r->kept.index(), r->level, r->similarity, group_of[i]});
    }
  }
  return out;
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
