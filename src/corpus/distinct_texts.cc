#include "corpus/distinct_texts.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "compare/band_index.h"

namespace doppel::corpus {

DistinctTexts::DistinctTexts(const RunPlan& plan, std::unique_ptr<texts::TextStore> store)
    : plan_(plan),
      store_(std::move(store)),
      table_(plan.predicate.rules, *store_, plan.table_hash, plan.tables),
      keys_(plan.banding.bands),
      shingles_(plan.tables),
      early_sets_(plan.keep_set_bytes) {}

Result<texts::TextTable::AddedText> DistinctTexts::add(std::string_view text, Hash128 words_hash,
                                                       const TextSketch& sketch,
                                                       const texts::TextLocation& source) {
  auto added = table_.add(text, words_hash, source);
  if (!added) return added;
  if (added->form.index() >= plan_.most_texts) return too_many_texts(plan_.most_texts);
  if (sketch.shingles > 0) {
    shingles_.resize(std::max(shingles_.size(), added->text.index() + size_t{1}), 0);
    shingles_[added->text.index()] = sketch.shingles;
  }
  if (sketch.keys.empty() || has_keys(added->text)) return added;
  if (Status s = set_sketch(added->text, sketch); !s.ok()) return s;
  if (!sketch.set.empty()) early_sets_.add(added->text, sketch.set);
  return added;
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
  sample_.add(text, sketch.sample_key);
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

// --- texts that came without a sketch ---

struct DistinctTexts::MissingSketches {
  MissingSketches(std::vector<TextId> of, uint32_t bands)
      : texts(std::move(of)),
        keys(texts.size() * bands),
        sample_keys(texts.size()),
        has(texts.size()) {}

  std::vector<TextId> texts;
  std::vector<uint32_t> keys;         // of all bands, text after text
  std::vector<uint32_t> sample_keys;  // by text
  std::vector<uint8_t> has;           // by text: it has words
  std::atomic<size_t> done = 0;
  std::atomic<bool> stop = false;
};

Status DistinctTexts::sign_some(MissingSketches& missing, size_t first, size_t last) const {
  const uint32_t bands = plan_.banding.bands;
  auto reader = store_->reader();
  texts::Signer signer(plan_.predicate.rules, *plan_.shingle_key);
  for (size_t i = first; i < last && !missing.stop; ++i, ++missing.done) {
    auto text = reader->text(table_.first_form(missing.texts[i]));
    if (!text) return text.error();
    const texts::SketchedText sketched = texts::sketch_text(*text, signer);
    if (sketched.windows == 0) continue;
    missing.has[i] = 1;
    compare::make_band_keys(sketched.slots, plan_.banding,
                            std::span(&missing.keys[i * bands], bands));
    missing.sample_keys[i] = signer.sample_key();
  }
  return {};
}

Status DistinctTexts::sign(MissingSketches& missing, ThreadPool& pool,
                           const texts::AdvanceFn& advance) const {
  constexpr size_t kTextsPerTask = 64;
  const size_t texts = missing.texts.size();
  size_t told = 0;
  Status go_on;
  const auto tell = [&] {
    const size_t done = missing.done;
    if (go_on.ok()) go_on = advance(done - std::exchange(told, done));
    missing.stop = !go_on.ok();
  };
  std::vector<Status> results((texts + kTextsPerTask - 1) / kTextsPerTask);
  const auto sign_task = [&](size_t task) {
    const size_t first = task * kTextsPerTask;
    results[task] = sign_some(missing, first, std::min(texts, first + kTextsPerTask));
  };
  pool.for_each_index(results.size(), sign_task, tell);
  tell();
  for (const Status& status : results) {
    if (!status.ok()) return status;
  }
  return go_on;
}

Status DistinctTexts::complete(ThreadPool& pool, const texts::AdvanceFn& advance) {
  const uint32_t bands = plan_.banding.bands;
  if (bands == 0) return {};
  std::vector<TextId> texts;
  for (uint32_t text = 0; text < table_.size(); ++text) {
    if (!has_keys({text})) texts.push_back({text});
  }
  MissingSketches missing(std::move(texts), bands);
  if (Status s = sign(missing, pool, advance); !s.ok()) return s;
  for (size_t i = 0; i < missing.texts.size(); ++i) {
    if (!missing.has[i]) continue;
    const TextSketch sketch{std::span(&missing.keys[i * bands], bands), missing.sample_keys[i]};
    if (Status s = set_sketch(missing.texts[i], sketch); !s.ok()) return s;
  }
  return {};
}

}  // namespace doppel::corpus
