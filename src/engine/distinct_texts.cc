#include "engine/distinct_texts.h"

namespace doppel::engine {

DistinctTexts::DistinctTexts(const RunPlan& plan, std::unique_ptr<compare::TextStore> store)
    : plan_(plan),
      store_(std::move(store)),
      table_(plan.predicate.rules, *store_, plan.table_hash),
      keys_(plan.banding.bands) {}

Result<compare::TextTable::Place> DistinctTexts::add(std::string_view text,
                                                     const compare::TextIdentity& identity,
                                                     std::span<const uint32_t> keys,
                                                     const Position& at) {
  auto place = table_.add(text, identity, at);
  if (!place) return place;
  if (!keys.empty() && !keys_.has(place->text)) keys_.set(place->text, keys);
  return place;
}

Status DistinctTexts::complete(ThreadPool& pool) {
  if (plan_.banding.bands == 0) return {};
  constexpr size_t kTextsPerTask = 64;
  std::vector<TextId> missing;
  for (uint32_t text = 0; text < table_.size(); ++text) {
    if (!keys_.has({text})) missing.push_back({text});
  }
  const uint32_t bands = plan_.banding.bands;
  std::vector<uint32_t> keys(missing.size() * bands);
  std::vector<uint8_t> has(missing.size(), 0);
  std::vector<Status> results((missing.size() + kTextsPerTask - 1) / kTextsPerTask);
  pool.for_each_index(results.size(), [&](size_t task) {
    auto reader = store_->reader();
    compare::Signer signer(plan_.predicate.rules);
    size_t last = std::min(missing.size(), (task + 1) * kTextsPerTask);
    for (size_t i = task * kTextsPerTask; i < last; ++i) {
      auto text = reader->text(table_.first_form(missing[i]));
      if (!text) {
        results[task] = text.error();
        return;
      }
      signer.words_hash(*text);
      if (signer.windows().empty()) continue;
      has[i] = 1;
      compare::make_band_keys(signer.sketch(), plan_.banding, std::span(&keys[i * bands], bands));
    }
  });
  for (const Status& status : results) {
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < missing.size(); ++i) {
    if (has[i]) keys_.set(missing[i], std::span(&keys[i * bands], bands));
  }
  return {};
}

}  // namespace doppel::engine
