// What resembles this text, among texts that come and go? Used by a store, by a service, and by a
// Deduplicator for queries before it is finished.
//
//   TextIndex index(rules, texts);
//   auto a = index.add("one text"), b = index.add("another");   // known by their ids
//   index.change({.came = ids_of_both}, standings);             // they come
//   index.candidates(a->id, out);  index.verify(a->id, b->id);
//   auto reader = index.reader();                               // for queries of other threads
//   index.change({.gone = id_of_one}, standings);               // one goes
//   index.forget(a->id);
//   reader->view()->similar("one text, or so", 10);             // both are there
//
// Equal texts have the same id, confirmed on the words of all their views; texts without words are
// equal if their bytes are. Two texts form a pair by the rule of similarity/page_rule.h. As long as
// no text has two views, nothing is paid for them. Ids are assigned in order and never reused.
// Candidates are symmetric and depend only on the living texts and their order, not on what came
// and went before; those that sizes and parity bitmaps rule out are left out. Similarities are
// counted under a secret key, as in a batch run.
//
// Errors: kInvalidArgument for an unknown id, for a text that comes although it is living, or goes
// although it is not; then nothing changes. Errors of the storage of the texts are returned.
// Memory: identities.h, signatures.h, and what the strategy keeps. Thread safety: an index belongs
// to one thread. Its readers can be used by any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/identities.h"
#include "index/index_reader.h"
#include "index/index_rules.h"
#include "index/index_view.h"
#include "index/signatures.h"
#include "index/stored_texts.h"
#include "index/text_signer.h"
#include "living_candidates/candidate_index.h"
#include "living_candidates/two_view_index.h"
#include "similarity/neighbour_source.h"

namespace doppel::index {

// What is stored of one view of a text.
struct StoredView {
  uint32_t shingles = 0;                // distinct ones
  std::span<const uint32_t> keys = {};  // of its bands; empty when the text has no words
  std::span<const uint64_t> bitmap = {};
};

// What is stored of a text, in addition to the text itself.
struct StoredSignature {
  StoredTextId id;
  Hash128 words_hash;
  StoredView main = {};
  StoredView full = {};  // only with two views
  texts::SubjectFacts facts = {};
};

class TextIndex : public similarity::NeighbourSource {
 public:
  // The texts must outlive the index.
  TextIndex(IndexRules rules, StoredTexts& texts);
  ~TextIndex() override;

  struct Added {
    StoredTextId id;
    bool is_new = false;  // it was not known before
  };
  // Makes a text known, in the form of texts/text_views.h. It is not a candidate of other texts
  // until it comes.
  Result<Added> add(std::string_view text);
  // What to store of a text that was added and has not come yet; valid until the next call.
  StoredSignature signature(StoredTextId id) const;
  // Loads the texts of a store that is being opened, all of them living. `lsh` reads no text, as
  // long as no two have the same hash. `next` is the next id to be assigned. kCorrupt for a
  // signature that does not match the rules. REQUIRES: the index is empty.
  Status load(std::span<const StoredSignature> texts, StoredTextId next,
              const similarity::Standings& standings);
  StoredTextId next_id() const { return next_; }
  // Drops a text that is not living. Its id becomes unknown and is not reused.
  Status forget(StoredTextId id);
  bool knows(StoredTextId id) const { return find(id).has_value(); }

  Result<similarity::Shift> change(const similarity::LivingChange& change,
                                   const similarity::Standings& standings) override;
  Result<similarity::Shift> change_markets(std::span<const std::optional<size_t>> origins,
                                           const similarity::Standings& standings) override;
  void undo_change() override;
  Status candidates(StoredTextId id, std::vector<StoredTextId>& out) override;
  Result<std::optional<similarity::VerifiedPair>> verify(StoredTextId left,
                                                         StoredTextId right) override;

  // A snapshot of the index as it is now. Do not call this during a change.
  std::shared_ptr<const similarity::NeighbourReader> reader() const;

  bool has_hot_buckets() const { return candidates_.has_hot_buckets(); }
  size_t size() const { return living_; }
  struct Bytes {
    size_t identities = 0, candidates = 0, bitmaps = 0;
  };
  Bytes bytes() const;

 private:
  // What was made of a text that has not come yet.
  struct Pending {
    Hash128 words_hash;
    SignedText text;
  };

  std::optional<TextId> find(StoredTextId id) const { return identities_.tables().find(id); }
  StoredTextId id(TextId text) const { return identities_.tables().id(text); }
  bool is_living(TextId text) const { return identities_.tables().is_living(text); }
  // Makes the signature of the text in signer_, and stores the part that filters pairs.
  SignedText sign(TextId number);
  void insert(TextId text, const SignedText& made, living_candidates::CandidateChanges& changes);
  Status come(TextId text, living_candidates::CandidateChanges& changes);
  void set_living(TextId text, bool is_living);
  Status check(const similarity::LivingChange& change) const;
  living_candidates::RankOf ranks_by(const similarity::Standings& standings) const;
  similarity::Shift named(living_candidates::CandidateChanges& changes) const;

  std::shared_ptr<const IndexRules> rules_;
  StoredTexts& texts_;
  Identities identities_;
  Signatures signatures_;
  living_candidates::TwoViewIndex candidates_;
  TextSigner signer_;
  IndexView view_;
  StoredTextId next_{1};
  std::unordered_map<TextId, Pending> pending_;
  std::unordered_map<TextId, Pending> spent_;  // of texts that came in the last change
  std::vector<TextId> came_, gone_;            // in the last change
  size_t living_ = 0;
};

}  // namespace doppel::index
