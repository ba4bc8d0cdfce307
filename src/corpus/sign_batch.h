// What a worker computes from a batch of records: texts, identities, sketches, and the sets that
// will probably be needed.
//
// For a text that was seen before, only the identity is computed, and at its second occurrence the
// number of its shingles. The set of a new text is made if another text with one of its band keys
// has been seen.
//
// A BatchSigner is for one thread; all workers of a run share the texts and keys that were seen.
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

// The vectors have entries only for records that are pages.
struct SignedBatch {
  RecordBatch batch;
  std::vector<PageWords> words;
  std::vector<Hash128> words_hashes;
  std::vector<uint64_t> record_hashes;
  std::vector<Hash128> bodies;
  std::vector<similarity::PageSubject> subjects;
  std::vector<texts::ViewWords> view_words;
  std::vector<uint8_t> signed_views;  // how many of a page's views have keys: 0, 1 or 2
  std::vector<uint32_t> keys;         // of the views that have keys, view by view
  std::vector<uint32_t> sample_keys;  // of the same views
  std::vector<uint64_t> sets;         // rows of EarlySets for some of these views, view by view
  std::vector<size_t> set_ends;       // of the same views: where their rows end in `sets`
  std::vector<uint32_t> shingles;     // by page: the number of distinct shingles, or 0
  std::vector<uint32_t> word_counts;  // by page: the number of words in its full text
  Status status;                      // an I/O failure ends the split

  void clear();
};

class BatchSigner {
 public:
  BatchSigner(const RunPlan& plan, View view, SeenTexts& seen_texts, SeenKeys& seen_keys);

  // Signs the pages of out.batch. REQUIRES: the rest of `out` is clear.
  void sign(SignedBatch& out);

 private:
  // Three texts are in progress at any time, one in each of the three steps.
  texts::ViewSigner& signer_of(size_t page) { return signers_[page % signers_.size()]; }
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
