// The distinct texts of a run, and what is known about each of them before they are compared:
// identity, band keys, and where the text can be read again.
//
// Filled by one thread at a time, text by text, in the order of the pages. Band keys are kept in
// memory, or on disk if the plan says so.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "compare/band_key_table.h"
#include "compare/candidates.h"
#include "compare/recall_sample.h"
#include "corpus/run_plan.h"
#include "similarity/page_rule.h"
#include "spill/spilled_band_index.h"
#include "text/tokenizer.h"
#include "texts/early_sets.h"
#include "texts/shingle_sets.h"
#include "texts/text_store.h"
#include "texts/text_table.h"
#include "texts/view_signer.h"

namespace doppel::corpus {

// What a worker has computed from one view of a text for the index.
struct ViewSketch {
  std::span<const uint32_t> keys = {};  // empty: not computed
  uint32_t sample_key = 0;              // only with keys
  std::span<const uint64_t> set = {};   // a row of EarlySets, only with keys; may be empty
};

// The same for a text. `full` is used only with two views.
struct TextSketch {
  ViewSketch main, full;
  texts::ViewWords view_words = {};
  uint32_t shingles = 0;  // the number of distinct shingles in main; 0: not known
  uint32_t words = 0;     // the number of words in the full text
  similarity::PageSubject subject;
};

class DistinctTexts {
 public:
  DistinctTexts(const RunPlan& plan, std::unique_ptr<texts::TextStore> store);

  // From now on, band keys are written to files whose names begin with `file_prefix`, for example
  // "out.partial/.". Call at most once, before anything else.
  Status keep_keys_on_disk(const std::string& file_prefix);
  Result<texts::TextTable::AddedText> add(std::string_view text, Hash128 words_hash,
                                          const TextSketch& sketch,
                                          const texts::TextLocation& location);
  // Prefetches the memory that add() reads first.
  void prefetch(Hash128 words_hash) const { table_.prefetch(words_hash); }
  // Makes the sketches of texts that were added without one. Call once, after all texts are added.
  // advance() is called with the number of texts signed, and can cancel.
  Status complete(ThreadPool& pool, const texts::AdvanceFn& advance);

  const texts::TextTable& table() const { return table_; }
  // Does at least one of them have two views?
  bool has_two_views(TextId a, TextId b) const {
    return table_.has_two_views(a) || table_.has_two_views(b);
  }
  // Do two texts have the same words in that view? Reads both texts again, unless their hashes
  // differ.
  Result<bool> same_words(TextId a, TextId b, View view);
  size_t size() const { return table_.size(); }
  // The number of distinct shingles; 0: not known.
  uint32_t shingles(TextId text) const {
    return text.index() < shingles_.size() ? shingles_[text.index()] : 0;
  }
  // The number of words in the full text; 0 unless the plan is to keep the longest.
  uint32_t words(TextId text) const { return words_.empty() ? 0 : words_[text.index()]; }
  const texts::EarlySets& early_sets() const { return early_sets_; }
  // Frees the memory of the early sets. Call when everything is decided.
  void drop_sets() { early_sets_ = texts::EarlySets(0); }
  // What the page rule has to know, indexed by text, up to the last text that has two views.
  std::span<const similarity::PageSubject> subjects() const { return subjects_; }
  // The texts drawn to measure the recall of the index in that view.
  const compare::RecallSample& sample(View view) const {
    return view == View::kFull ? full_.sample : main_.sample;
  }
  // An index of the texts that share a band key. Call once: the index takes over the keys. `ranked`
  // must outlive it.
  Result<std::unique_ptr<compare::CandidateSource>> make_index(const compare::RankedTexts& ranked,
                                                               ThreadPool& pool);

 private:
  RunPlan plan_;
  std::unique_ptr<texts::TextStore> store_;
  texts::TextTable table_;
  struct MissingSketches;
  bool has_keys(TextId text) const;
  Status sign(MissingSketches& missing, ThreadPool& pool, const texts::AdvanceFn& advance) const;
  Status sign_some(MissingSketches& missing, size_t first, size_t last) const;
  Status set_sketch(TextId text, const TextSketch& sketch);

  // The keys of one view, by which candidates are found.
  struct ViewKeys {
    ViewKeys(uint32_t bands, View view) : sample(view), keys(bands) {}

    compare::RecallSample sample;
    compare::BandKeyTable keys;
    std::optional<spill::KeyRuns> runs;  // on disk, instead of keys
  };
  Result<std::unique_ptr<compare::CandidateSource>> make_index(ViewKeys& view,
                                                               const std::string& file_prefix,
                                                               const compare::RankedTexts& ranked,
                                                               ThreadPool& pool);
  Status set_keys(TextId text, const ViewSketch& sketch, ViewKeys& view);
  void set_page(TextId text, const TextSketch& sketch);
  bool may_have_same_words(TextId a, TextId b, View view) const;
  void hash_words(std::string_view text, text::TokenHashes& out) const;

  ViewKeys main_;
  // Keys of full texts: in memory only of texts with two views, on disk of all texts.
  ViewKeys full_;
  std::vector<bool> in_runs_;  // by text
  std::string file_prefix_;
  Table<uint32_t> shingles_;  // by text, as far as known
  Table<uint32_t> words_;     // by text, if the longest is kept
  Table<similarity::PageSubject> subjects_;
  Table<texts::ViewWords> view_words_;  // by text, up to the last one that has two views
  texts::EarlySets early_sets_;
};

}  // namespace doppel::corpus
