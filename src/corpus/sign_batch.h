// What a worker makes of a batch of records: texts, identities, sketches, and the sets that will be
// asked for.
//
// A text that was met before stops after its identity, or when its shingles have been counted. The
// set of a new one is made if a text with one of its band keys has been met.
//
// A BatchSigner belongs to one thread; what has been met is shared by all of a run.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "corpus/page_words_reader.h"
#include "corpus/run_plan.h"
#include "corpus/seen_keys.h"
#include "corpus/seen_texts.h"
#include "record/record_batch.h"
#include "similarity/overlap.h"
#include "texts/view_signer.h"

namespace doppel::corpus {

// The vectors are those of the records that are pages.
struct SignedBatch {
  RecordBatch batch;
  std::vector<PageWords> words;
  std::vector<Hash128> words_hashes;
  std::vector<uint64_t> record_hashes;
  std::vector<Hash128> bodies;
  std::vector<similarity::PageSubject> subjects;
  std::vector<texts::ViewWords> view_words;
  std::vector<uint8_t> signed_views;  // how many of a page's views have keys: 0, 1 or 2
  std::vector<uint32_t> keys;         // those of the views that have some, one after the other
  std::vector<uint32_t> sample_keys;  // of the same views
  std::vector<uint64_t> sets;         // rows of early sets of some of them, one after the other
  std::vector<size_t> set_ends;       // of the same views, in sets
  std::vector<uint32_t> shingles;     // of all pages: how many, or 0
  std::vector<uint32_t> word_counts;  // of all pages: how many words their full texts have
  Status status;                      // an I/O failure ends the split

  void clear();
};

class BatchSigner {
 public:
  BatchSigner(const RunPlan& plan, View view, SeenTexts& seen_texts, SeenKeys& seen_keys);

  // Signs the pages of out.batch. REQUIRES: the rest of `out` is clear.
  void sign(SignedBatch& out);

 private:
  // Texts take turns, because each is signed in three steps.
  texts::ViewSigner& turn_of(size_t page) { return signers_[page % signers_.size()]; }
  void identify(const Record& record, SignedBatch& out);
  void sketch(size_t page, SignedBatch& out);
  void add_keys(texts::Signer& view, SignedBatch& out);
  void keep_set(size_t page, SignedBatch& out);

  const RunPlan& plan_;
  SeenTexts& seen_texts_;
  SeenKeys& seen_keys_;
  PageWordsReader words_reader_;
  std::array<texts::ViewSigner, 3> signers_;
  similarity::Overlap overlap_;
};

}  // namespace doppel::corpus
