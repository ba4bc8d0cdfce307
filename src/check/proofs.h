// Does each certificate prove its removal? The similarity is counted again from the texts, under a
// key of this check.
//
//   first reading    keep()   the texts that certificates keep
//   second reading   check()  each removed page against the one kept instead
//
// Windows are counted as hashes under a random key of this check, for which nobody can have
// searched collisions in advance. The certificates numbered 0, s, 2s, ... with s = ceil(n / 1000),
// or all of them, are also counted on the words themselves (token_windows.h).
//
// Cost: n log m for a removed page of n windows and a kept page of m, and linear when the
// certificates are true. A folder that lists every page as removed for one huge page does not cost
// more. Memory: the distinct windows of the kept texts, 8 bytes each; of those counted on words,
// the texts as well. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/checked_text.h"
#include "check/page_index.h"
#include "corpus/page_words_reader.h"
#include "text/shingle_key.h"

namespace doppel::checks {

// What is true about the removed page of a certificate and the page kept instead.
struct Proof {
  Similarity similarity;  // in the view that proves the removal; in main content if none does
  Level level = Level::kNear;
  std::string view;    // the name of that view, where pages have two and their texts differ
  bool holds = false;  // at some level
};

class Proofs {
 public:
  // All arguments must outlive it.
  Proofs(const FolderContents& contents, const PageIndex& pages, bool deep, Faults& faults);

  // Takes a page of the first reading; `text` has just read it and returned `identity`.
  void keep(RecordRef ref, const corpus::PageWords& words, const TextIdentity& identity,
            const CheckedText& text);
  // Takes a page of the second reading.
  void check(RecordRef ref, const corpus::PageWords& words);
  // Call this after both readings. Adds a fault for each certificate whose page does not exist.
  void finish();

  // By certificate. Not filled in for pages that do not exist.
  const std::vector<Proof>& proofs() const { return proofs_; }
  uint64_t counted_on_words() const { return counted_on_words_; }

 private:
  struct KeptText {
    bool met = false;
    bool wants_text = false;
    corpus::PageWords words;  // without its text, which is not kept
    TextIdentity identity;
    similarity::PageSubject subject;
    Hash128 main_words = {}, full_words = {};
    std::vector<uint64_t> main, full;  // windows, sorted, each once; full only with two views
    std::string text;                  // if it is needed
  };

  bool is_sampled(size_t certificate) const;
  uint64_t most_own_windows() const { return contents_.summary.options.max_own_windows; }
  // How many windows it shares with the kept text, counted on hashes or on words.
  Similarity count(View view, const KeptText& kept) const;
  // With a function that counts in one view.
  template <typename Count>
  Proof prove(const KeptText& kept, Count count) const;
  void set_level(const corpus::PageWords& words, const TextIdentity& identity, const KeptText& kept,
                 Proof& out) const;
  Proof prove(const corpus::PageWords& words, const KeptText& kept, bool on_words);
  void compare(const ListedCertificate& listed, const Proof& proof);

  const FolderContents& contents_;
  const PageIndex& pages_;
  const bool deep_;
  Faults& faults_;
  // Not the key of the process, which a run in the same process may have used.
  const text::ShingleKey key_ = text::ShingleKey::drawn();
  const similarity::PageRule rule_;
  CheckedText text_;  // the removed page
  std::map<RecordRef, KeptText> kept_;
  std::vector<Proof> proofs_;
  std::vector<bool> met_;  // by certificate
  uint64_t counted_on_words_ = 0;
  text::SecretUnits units_;
  std::vector<uint64_t> main_, full_;  // windows of the removed page
};

}  // namespace doppel::checks
