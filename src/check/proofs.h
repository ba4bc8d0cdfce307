// Does each certificate prove its removal? Counted again from the texts, under a key of this check.
//
//   first reading    keep()   the texts that certificates keep
//   second reading   check()  each removed page against the one kept instead
//
// Windows are counted as hashes under a key drawn for this check, which nobody can have searched
// for collisions beforehand; the certificates numbered 0, s, 2s, ... with s = ceil(n / 1000), or
// all of them, are also counted on the words themselves (token_windows.h).
//
// Cost: for a removed page of n windows and a kept one of m, n log m, and linear when the list is
// true; a folder that lists every page as removed for one huge page costs no more. Memory: the
// distinct windows of the kept texts, 8 bytes each; of those counted on words, the texts as well.
// Not thread-safe.
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

// What is true of the removed page of a certificate and the one kept instead.
struct Proof {
  Similarity similarity;  // in the view that proves it; in main content if none does
  Level level = Level::kNear;
  std::string view;    // the name of that view, where pages have two and their texts differ
  bool holds = false;  // at some level
};

class Proofs {
 public:
  // All of them must outlive it.
  Proofs(const FolderContents& contents, const PageIndex& pages, bool deep, Faults& faults);

  // A page of the first reading; `identity` was just made of its text by `text`.
  void keep(RecordRef ref, const corpus::PageWords& words, const TextIdentity& identity,
            const CheckedText& text);
  // A page of the second reading.
  void check(RecordRef ref, const corpus::PageWords& words);
  // After both: a fault for each certificate whose page does not exist.
  void finish();

  // By certificate. Not for pages that do not exist.
  const std::vector<Proof>& proofs() const { return proofs_; }
  uint64_t counted_on_words() const { return counted_on_words_; }

 private:
  struct KeptText {
    bool met = false;
    bool wants_text = false;
    corpus::PageWords words;  // but for its text, which is gone
    TextIdentity identity;
    similarity::PageSubject subject;
    Hash128 main_words = {}, full_words = {};
    std::vector<uint64_t> main, full;  // windows, sorted, each once; full only with two views
    std::string text;                  // when wanted
  };

  bool is_sampled(size_t certificate) const;
  uint64_t most_own_windows() const { return contents_.summary.options.max_own_windows; }
  // The windows that it shares with the kept text, by hashes or on words.
  Similarity count(View view, const KeptText& kept) const;
  // By a function that counts in a view.
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
  // Not that of the process, under which a run in the same process may have counted.
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
