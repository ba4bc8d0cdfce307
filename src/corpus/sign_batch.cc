// Three steps, each of which ends with asking for memory that the next one looks at. They are taken
// for different texts in turn, so that what was asked for has come when it is looked at:
//
//   identify 4   sketch 3   keep_set 2   identify 5   sketch 4   keep_set 3   ...
#include "corpus/sign_batch.h"

#include "compare/band_keys.h"
#include "corpus/archive_page.h"
#include "texts/early_sets.h"

namespace doppel::corpus {

void SignedBatch::clear() {
  batch.clear();
  words.clear();
  words_hashes.clear();
  record_hashes.clear();
  bodies.clear();
  has_keys.clear();
  keys.clear();
  sample_keys.clear();
  sets.clear();
  set_ends.clear();
  shingles.clear();
  status = {};
}

BatchSigner::BatchSigner(const RunPlan& plan, View view, SeenTexts& seen_texts, SeenKeys& seen_keys)
    : plan_(plan),
      seen_texts_(seen_texts),
      seen_keys_(seen_keys),
      words_reader_(view),
      signers_{texts::Signer(plan.predicate.rules, *plan.shingle_key),
               texts::Signer(plan.predicate.rules, *plan.shingle_key),
               texts::Signer(plan.predicate.rules, *plan.shingle_key)},
      overlap_(plan.table_hash) {}

void BatchSigner::sign(SignedBatch& out) {
  size_t pages = 0;
  for (const Record& record : out.batch.records()) {
    if (record.reject != Reject::kNone || record.kind == Kind::kNonPage) continue;
    identify(record, out);
    if (pages >= 1) sketch(pages - 1, out);
    if (pages >= 2) keep_set(pages - 2, out);
    ++pages;
  }
  if (pages >= 1) sketch(pages - 1, out);
  if (pages >= 2) keep_set(pages - 2, out);
  if (pages >= 1) keep_set(pages - 1, out);
}

void BatchSigner::identify(const Record& record, SignedBatch& out) {
  texts::Signer& signer = turn_of(out.words.size());
  const PageWords words = words_reader_.of(record, out.batch.arena());
  out.words.push_back(words);
  out.words_hashes.push_back(signer.identify(words.text));
  seen_texts_.prefetch(out.words_hashes.back());
  out.record_hashes.push_back(stored_hash(record));
  out.bodies.push_back(body_hash(record, words.page));
}

void BatchSigner::sketch(size_t page, SignedBatch& out) {
  texts::Signer& signer = turn_of(page);
  const compare::Banding& banding = plan_.banding;
  auto time = SeenTexts::Time::kLater;
  if (banding.bands > 0 && signer.has_tokens()) {
    time = seen_texts_.meet(out.words_hashes[page]);
  }
  const bool is_first = time == SeenTexts::Time::kFirst;
  out.has_keys.push_back(is_first);
  out.shingles.push_back(0);
  if (time == SeenTexts::Time::kLater) return;
  signer.windows();
  if (!is_first) {
    out.shingles.back() = static_cast<uint32_t>(overlap_.collect(signer.keyed_windows()).size());
    return;
  }
  const size_t begin = out.keys.size();
  out.keys.resize(begin + banding.bands);
  auto keys = std::span(out.keys).subspan(begin);
  compare::make_band_keys(signer.sketch(), banding, keys);
  seen_keys_.prefetch(keys);
  out.sample_keys.push_back(signer.sample_key());
}

void BatchSigner::keep_set(size_t page, SignedBatch& out) {
  if (!out.has_keys[page]) return;
  const uint32_t bands = plan_.banding.bands;
  auto keys = std::span(out.keys).subspan(out.set_ends.size() * bands, bands);
  if (seen_keys_.meet(keys)) {
    texts::EarlySets::append_row(overlap_.collect(turn_of(page).keyed_windows()), out.sets);
  }
  out.set_ends.push_back(out.sets.size());
}

}  // namespace doppel::corpus
