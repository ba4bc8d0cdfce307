// Tested by deduplicator_test.cc and tests/faults.
#include "engine/memory_run.h"

#include <algorithm>
#include <utility>

#include "engine/decide.h"
#include "engine/disk_tables.h"
#include "ingest/reader.h"
#include "io/temporary_file.h"
#include "spill/overflow_texts.h"

namespace doppel::engine {
namespace {

group::WinnerFacts winner_facts(const PageFacts& page) {
  return {.url = page.url,
          .first_seen_ms = page.first_seen_ms,
          .score_bucket = group::score_bucket(page.score)};
}

Hash128 canonical_name(const PageFacts& page) {
  return group::canonical_name(page.url, {.href = page.canonical});
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

Result<corpus::RunPlan> plan_memory_run(const RunOptions& options) {
  auto plan = corpus::plan_run(options.predicate, options.strategy);
  if (!plan) return plan;
  plan->most_own_windows = options.max_own_windows;
  plan->keep = options.keep;
  plan->memory = corpus::plan_memory(options.memory_bytes, {}, plan->banding.bands, 1);
  plan->memory.most_text_bytes = plan->memory.limit / 2;
  plan->keep_set_bytes = plan->memory.keep_set_bytes;
  return plan;
}

MemoryRun::MemoryRun(const RunOptions& options, const corpus::RunPlan& plan)
    : options_(options),
      plan_(plan),
      file_prefix_(io::temporary_prefix()),
      signer_(plan_.predicate.rules, *plan_.shingle_key),
      texts_(plan_, std::make_unique<spill::OverflowTexts>(plan_.memory.most_text_bytes,
                                                           file_prefix_ + "texts")) {}

Status MemoryRun::check_page(std::string_view text) const {
  if (pages_.size() >= plan_.most_pages) return corpus::too_many_pages(plan_.most_pages);
  return ingest::check_record_bytes(text.size());
}

Status MemoryRun::add(std::string_view text, const PageFacts& page) {
  if (Status s = check_page(text); !s.ok()) return s;
  const Hash128 words_hash = signer_.identify(text);
  pages_.facts.push_back(winner_facts(page));
  pages_.facts.back().url = strings_.copy(page.url);
  pages_.facts.back().words = counted_words();
  pages_.names.add(canonical_name(page));
  auto place =
      texts_.add(texts::store_view(text, stored_), words_hash, {.words = counted_words()}, {});
  if (!place) return place.error();
  pages_.texts.push_back(place->text);
  pages_.forms.push_back(place->form);
  text_bytes_ += text.size();
  return {};
}

uint32_t MemoryRun::counted_words() const {
  return plan_.keep == Keep::kLongest ? static_cast<uint32_t>(signer_.tokens().size()) : 0;
}

// After a query that fails or throws, the state cannot be used, so the next query starts from the
// beginning.
Result<std::optional<Removal>> MemoryRun::would_remove(std::string_view text,
                                                       const PageFacts& page) {
  if (Status s = check_page(text); !s.ok()) return s;
  auto queries = std::move(queries_);
  if (!queries) queries = std::make_unique<RemovalQueries>(plan_, texts_, pages_);
  group::WinnerFacts facts = winner_facts(page);
  if (plan_.keep == Keep::kLongest) {
    signer_.identify(text);
    facts.words = counted_words();
  }
  auto answer = queries->ask(texts::store_view(text, stored_), facts, canonical_name(page));
  if (answer) queries_ = std::move(queries);
  return answer;
}

// The memory plan, now that the sizes are known.
corpus::MemoryPlan MemoryRun::final_memory(size_t threads) const {
  return corpus::plan_memory(options_.memory_bytes,
                             {std::min(text_bytes_, plan_.memory.most_text_bytes), pages_.size()},
                             plan_.banding.bands, static_cast<uint32_t>(threads));
}

Result<std::vector<Certificate>> MemoryRun::finish(const ProgressFn& progress) {
  queries_.reset();
  ThreadPool pool(options_.threads, options_.executor);
  ProgressMeter meter(progress);
  const corpus::MemoryPlan memory = final_memory(pool.size());
  if (memory.keys_on_disk && plan_.banding.bands > 0) {
    if (Status s = texts_.keep_keys_on_disk(file_prefix_); !s.ok()) return s;
  }
  if (!memory.tables_on_disk) return decide_pages(plan_, pool, meter);
  return with_tables_on_disk(
      plan_, file_prefix_ + "tables", memory.resident_table_bytes,
      [&](const corpus::RunPlan& on_disk) { return decide_pages(on_disk, pool, meter); });
}

Result<std::vector<Certificate>> MemoryRun::decide_pages(const corpus::RunPlan& plan,
                                                         ThreadPool& pool, ProgressMeter& meter) {
  meter.begin("sign", "texts", texts_.size());
  Status status = texts_.complete(pool, [&](uint64_t n) { return meter.advance(n); });
  if (!status.ok()) return status;
  pages_.names.settle();
  for (group::WinnerFacts& page : pages_.facts) page.named = pages_.names.contains(page.url);
  auto decision = decide({pages_.facts, pages_.texts, pages_.forms}, texts_, plan, pool, meter);
  if (!decision) return decision.error();
  return certificates(decision->cover);
}

}  // namespace doppel::engine
