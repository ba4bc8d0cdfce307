#include "engine/distinct_texts.h"

#include <algorithm>

#include "compare/band_index.h"

namespace doppel::engine {

DistinctTexts::DistinctTexts(const RunPlan& plan, std::unique_ptr<compare::TextStore> store)
    : plan_(plan),
      store_(std::move(store)),
      table_(plan.predicate.rules, *store_, plan.table_hash, plan.tables),
      keys_(plan.banding.bands),
      shingles_(plan.tables),
      early_sets_(plan.keep_set_bytes) {}

Result<compare::TextTable::Place> DistinctTexts::add(std::string_view text, Hash128 words_hash,
                                                     const TextSketch& sketch,
                                                     const compare::TextPlace& source) {
  auto place = table_.add(text, words_hash, source);
  if (!place) return place;
  if (place->form.index() >= plan_.most_texts) return too_many_texts(plan_.most_texts);
  if (sketch.shingles > 0) {
    shingles_.resize(std::max(shingles_.size(), place->text.index() + size_t{1}), 0);
    shingles_[place->text.index()] = sketch.shingles;
  }
  if (sketch.keys.empty() || has_keys(place->text)) return place;
  if (Status s = set_sketch(place->text, sketch); !s.ok()) return s;
  if (!sketch.set.empty()) early_sets_.add(place->text, sketch.set);
  return place;
}

Status DistinctTexts::keep_keys_on_disk(const std::string& file_prefix) {
  auto runs =
      spill::KeyRuns::create(file_prefix + "keys", plan_.banding.bands, plan_.memory.sort_bytes);
  if (!runs) return runs.error();
  key_runs_.emplace(*std::move(runs));
  file_prefix_ = file_prefix;
  return {};
}

bool DistinctTexts::has_keys(TextId text) const {
  return key_runs_ ? text.index() < in_runs_.size() && in_runs_[text.index()] : keys_.has(text);
}

Status DistinctTexts::set_sketch(TextId text, const TextSketch& sketch) {
  sample_.add(text, sketch.probe);
  if (!key_runs_) {
    keys_.set(text, sketch.keys);
    return {};
  }
  in_runs_.resize(std::max<size_t>(in_runs_.size(), text.index() + 1), false);
  in_runs_[text.index()] = true;
  return key_runs_->add(text, sketch.keys);
}

Result<std::unique_ptr<compare::CandidateSource>> DistinctTexts::make_index(
    const compare::RankedTexts& ranked, ThreadPool& pool) {
  if (!key_runs_) {
    return std::unique_ptr<compare::CandidateSource>(std::make_unique<compare::BandIndex>(
        std::move(keys_), ranked, pool, plan_.hot_limit, plan_.table_hash));
  }
  auto index = spill::SpilledBandIndex::create(*std::move(key_runs_), ranked, plan_.hot_limit,
                                               file_prefix_, plan_.memory.sort_bytes, plan_.tables);
  if (!index) return index.error();
  return std::unique_ptr<compare::CandidateSource>(*std::move(index));
}

Status DistinctTexts::complete(ThreadPool& pool) {
  if (plan_.banding.bands == 0) return {};
  constexpr size_t kTextsPerTask = 64;
  std::vector<TextId> missing;
  for (uint32_t text = 0; text < table_.size(); ++text) {
    if (!has_keys({text})) missing.push_back({text});
  }
  const uint32_t bands = plan_.banding.bands;
  std::vector<uint32_t> keys(missing.size() * bands);
  std::vector<uint32_t> probes(missing.size());
  std::vector<uint8_t> has(missing.size(), 0);
  std::vector<Status> results((missing.size() + kTextsPerTask - 1) / kTextsPerTask);
  pool.for_each_index(results.size(), [&](size_t task) {
    auto reader = store_->reader();
    compare::Signer signer(plan_.predicate.rules, *plan_.shingle_key);
    size_t last = std::min(missing.size(), (task + 1) * kTextsPerTask);
    for (size_t i = task * kTextsPerTask; i < last; ++i) {
      auto text = reader->text(table_.first_form(missing[i]));
      if (!text) {
        results[task] = text.error();
        return;
      }
      signer.identify(*text);
      if (signer.windows().empty()) continue;
      has[i] = 1;
      compare::make_band_keys(signer.sketch(), plan_.banding, std::span(&keys[i * bands], bands));
      probes[i] = signer.probe();
    }
  });
  for (const Status& status : results) {
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < missing.size(); ++i) {
    if (!has[i]) continue;
    Status status = set_sketch(missing[i], {std::span(&keys[i * bands], bands), probes[i]});
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace doppel::engine
