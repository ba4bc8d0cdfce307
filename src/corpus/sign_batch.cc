// A text is signed in three steps. Each step ends by prefetching the memory that the next step
// reads. The steps of different texts alternate, so that this memory has arrived by then:
//
//   identify 4   sketch 3   keep_set 2   identify 5   sketch 4   keep_set 3   ...
#include "corpus/sign_batch.h"

#include "compare/recall_sample.h"
#include "corpus/archive_page.h"
#include "sketch/band_keys.h"
#include "texts/early_sets.h"

namespace doppel::corpus {

void SignedBatch::clear() {
  batch.clear();
  words.clear();
  words_hashes.clear();
  record_hashes.clear();
  bodies.clear();
  subjects.clear();
  view_words.clear();
  signed_views.clear();
  keys.clear();
  sample_keys.clear();
  sets.clear();
  set_ends.clear();
  shingles.clear();
  word_counts.clear();
  status = {};
}

BatchSigner::BatchSigner(const RunPlan& plan, View view, SeenTexts& seen_texts, SeenKeys& seen_keys)
    : plan_(plan),
      seen_texts_(seen_texts),
      seen_keys_(seen_keys),
      words_reader_(view),
      signers_{texts::ViewSigner(plan.predicate.rules, *plan.shingle_key),
               texts::ViewSigner(plan.predicate.rules, *plan.shingle_key),
               texts::ViewSigner(plan.predicate.rules, *plan.shingle_key)},
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
  texts::ViewSigner& signer = signer_of(out.words.size());
  const PageWords words = words_reader_.of(record, out.batch.arena());
  out.words.push_back(words);
  out.words_hashes.push_back(signer.identify(words.text));
  out.subjects.push_back(signer.subject());
  out.view_words.push_back(signer.view_words());
  out.word_counts.push_back(signer.full_words());
  seen_texts_.prefetch(out.words_hashes.back());
  out.record_hashes.push_back(stored_hash(record));
  out.bodies.push_back(body_hash(record, words.page));
}

void BatchSigner::sketch(size_t page, SignedBatch& out) {
  texts::ViewSigner& signer = signer_of(page);
  const sketch::Banding& banding = plan_.banding;
  auto time = SeenTexts::Time::kLater;
  if (banding.bands > 0 && signer.has_tokens()) {
    time = seen_texts_.meet(out.words_hashes[page]);
  }
  const bool is_first = time == SeenTexts::Time::kFirst;
  const uint8_t views = signer.two_views() ? 2 : 1;
  out.signed_views.push_back(is_first ? views : 0);
  out.shingles.push_back(0);
  if (time == SeenTexts::Time::kLater) return;
  signer.main().windows();
  if (!is_first) {
    const auto set = overlap_.collect(signer.main().keyed_windows());
    out.shingles.back() = static_cast<uint32_t>(set.size());
    return;
  }
  add_keys(signer.main(), out);
  if (views == 1) return;
  signer.full().windows();
  add_keys(signer.full(), out);
}

void BatchSigner::add_keys(texts::Signer& view, SignedBatch& out) {
  const sketch::Banding& banding = plan_.banding;
  const size_t begin = out.keys.size();
  out.keys.resize(begin + banding.bands);
  auto keys = std::span(out.keys).subspan(begin);
  sketch::make_band_keys(view.sketch(), banding, keys);
  seen_keys_.prefetch(keys);
  out.sample_keys.push_back(view.sample_key());
}

// Both sets may be needed, whichever of the two views shares a band key with another text. The set
// of the full text is left out if the main contents will probably decide and the text is not in the
// sample that measures the recall; shingle_sets.h makes it if it is needed after all.
void BatchSigner::keep_set(size_t page, SignedBatch& out) {
  const size_t views = out.signed_views[page];
  if (views == 0) return;
  const size_t keys = views * plan_.banding.bands;
  const size_t begin = out.set_ends.size() * plan_.banding.bands;
  bool met = false, main_met = false;
  for (size_t at = begin; at < begin + keys; at += plan_.banding.bands) {
    met |= seen_keys_.meet(std::span(out.keys).subspan(at, plan_.banding.bands));
    if (at == begin) main_met = met;
  }
  texts::ViewSigner& signer = signer_of(page);
  const bool needs_full =
      views == 2 &&
      (!main_met || !similarity::is_trusted(out.subjects[page]) ||
       compare::RecallSample::may_take(out.sample_keys[out.set_ends.size() + 1], View::kFull));
  for (size_t view = 0; view < views; ++view) {
    texts::Signer& of = view == 0 ? signer.main() : signer.full();
    if (met && (view == 0 || needs_full)) {
      texts::EarlySets::append_row(overlap_.collect(of.keyed_windows()), out.sets);
    }
    out.set_ends.push_back(out.sets.size());
  }
}

}  // namespace doppel::corpus
