// The distinct texts of a run, and what is known of each before they meet: identity, band keys, and
// where the text can be read again.
//
// Filled by one thread at a time, text by text in the order of the pages. Band keys are in memory,
// or on disk when the plan says so.
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

// What a worker has made of a view of a text for the index.
struct ViewSketch {
  std::span<const uint32_t> keys = {};  // empty when they are not at hand
  uint32_t sample_key = 0;              // with keys
  std::span<const uint64_t> set = {};   // with keys, or empty: a row of early sets
};

// Of a text. `full` only with two views.
struct TextSketch {
  ViewSketch main, full;
  texts::ViewWords view_words = {};
  uint32_t shingles = 0;  // how many are different in main; 0: not known
  uint32_t words = 0;     // how many the full text has
  similarity::PageSubject subject;
};

class DistinctTexts {
 public:
  DistinctTexts(const RunPlan& plan, std::unique_ptr<texts::TextStore> store);

  // Band keys go to files whose names begin so, as in "out.partial/.". Call at most once, first.
  Status keep_keys_on_disk(const std::string& file_prefix);
  Result<texts::TextTable::AddedText> add(std::string_view text, Hash128 words_hash,
                                          const TextSketch& sketch,
                                          const texts::TextLocation& location);
  // Asks for the memory that add() will look at.
  void prefetch(Hash128 words_hash) const { table_.prefetch(words_hash); }
  // Makes the sketches of texts that came without. Call once, last. advance() is told of every text
  // that is signed, and can cancel.
  Status complete(ThreadPool& pool, const texts::AdvanceFn& advance);

  const texts::TextTable& table() const { return table_; }
  // Does one of them have two views?
  bool has_two_views(TextId a, TextId b) const {
    return table_.has_two_views(a) || table_.has_two_views(b);
  }
  // Do two texts have the same words in that view? Reads both again, if they may.
  Result<bool> same_words(TextId a, TextId b, View view);
  size_t size() const { return table_.size(); }
  // How many different shingles it has; 0: not known.
  uint32_t shingles(TextId text) const {
    return text.index() < shingles_.size() ? shingles_[text.index()] : 0;
  }
  // How many words its full text has; 0 unless the plan keeps the longest.
  uint32_t words(TextId text) const { return words_.empty() ? 0 : words_[text.index()]; }
  const texts::EarlySets& early_sets() const { return early_sets_; }
  // Gives their memory back. Call once all is decided.
  void drop_sets() { early_sets_ = texts::EarlySets(0); }
  // What the rule of pages has to know: by text, up to the last that has two views.
  std::span<const similarity::PageSubject> subjects() const { return subjects_; }
  // Texts drawn to measure what the index misses in that view.
  const compare::RecallSample& sample(View view) const {
    return view == View::kFull ? full_.sample : main_.sample;
  }
  // Who shares a band key with whom. Call once: the keys are given away. `ranked` must outlive it.
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

  // What finds candidates by one view.
  struct ViewKeys {
    ViewKeys(uint32_t bands, View view) : sample(view), keys(bands) {}

    compare::RecallSample sample;
    compare::BandKeyTable keys;
    std::optional<spill::KeyRuns> runs;  // instead of keys
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
  // Of full texts. In memory only those of texts with two views; on disk those of all.
  ViewKeys full_;
  std::vector<bool> in_runs_;  // by text
  std::string file_prefix_;
  Table<uint32_t> shingles_;  // by text, as far as known
  Table<uint32_t> words_;     // by text, when the longest is kept
  Table<similarity::PageSubject> subjects_;
  Table<texts::ViewWords> view_words_;  // by text, up to the last that has two views
  texts::EarlySets early_sets_;
};

}  // namespace doppel::corpus
