// What resembles this text? The one answer for texts that come and go: a store, a service, a
// Deduplicator that is asked before it is finished.
//
//   TextIndex index(rules, texts);
//   auto a = index.add("one text"), b = index.add("another");   // known by their ids
//   index.change({.came = ids_of_both}, standings);             // they come
//   index.candidates(a->id, out);  index.verify(a->id, b->id);
//   index.change({.gone = id_of_one}, standings);               // one goes
//   index.forget(a->id);
//
// Equal texts have one id, confirmed on their words; texts without words are equal by their bytes.
// Ids are given out in order and never again. Candidates are symmetric and a function of the living
// texts and their order, whatever came and went before; those that sizes and parity bitmaps rule
// out are left out. Similarities are counted under a secret key, as in a batch run.
//
// Bad input: an id that nobody knows, a text that comes though it is there, or goes though it is
// not, is kInvalidArgument, and nothing changes. Errors of the texts' storage are handed on.
// Memory: 28 bytes a text, two entries of a TagTable, the bitmap, and what the strategy keeps. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/rows_digest.h"
#include "compare/banding.h"
#include "compare/overlap.h"
#include "compare/shingle_order.h"
#include "compare/signer.h"
#include "compare/table_hash.h"
#include "doppel/dedup.h"
#include "doppel/predicate.h"
#include "index/candidate_index.h"
#include "index/stored_texts.h"
#include "index/tag_table.h"
#include "similarity/neighbour_source.h"
#include "text/shingle_key.h"

namespace doppel::index {

struct IndexRules {
  Predicate predicate;
  Strategy strategy = Strategy::kLsh;
  compare::Banding banding = {};     // of `lsh`
  uint32_t hot_limit = 512;          // of `lsh`
  size_t markets = 1;                // whose orders count in hot buckets
  compare::ShingleOrder order = {};  // of `exact`; stored beside the texts
  compare::TableHash hash = compare::TableHash::usual();
  const text::ShingleKey* shingle_key = &text::ShingleKey::of_process();
};

// What is stored of a text, beside the text itself.
struct StoredSignature {
  StoredTextId id;
  Hash128 words_hash;
  uint32_t shingles = 0;                // distinct ones
  std::span<const uint32_t> keys = {};  // of its bands; empty when it has no words
  std::span<const uint64_t> bitmap = {};
};

class TextIndex : public similarity::NeighbourSource {
 public:
  // The texts must outlive the index.
  TextIndex(IndexRules rules, StoredTexts& texts);
  ~TextIndex() override;

  struct Added {
    StoredTextId id;
    bool is_new = false;  // nobody knew it
  };
  // A text to speak of. It is nobody's candidate before it comes.
  Result<Added> add(std::string_view text);
  // What to store of a text that was added and has not come yet; valid until the next call.
  StoredSignature signature(StoredTextId id) const;
  // Takes the texts of a store that is opened, all of them living. `lsh` reads no text, as long as
  // no two have one hash. `next` is the id to be given out next. REQUIRES: the index is empty.
  Status load(std::span<const StoredSignature> texts, StoredTextId next,
              const similarity::Standings& standings);
  StoredTextId next_id() const { return next_; }
  // The text is not living, and nobody will speak of it again.
  Status forget(StoredTextId id);
  bool knows(StoredTextId id) const { return find(id).has_value(); }

  Result<similarity::Shift> change(const similarity::LivingChange& change,
                                   const similarity::Standings& standings) override;
  void undo_change() override;
  Status candidates(StoredTextId id, std::vector<StoredTextId>& out) override;
  Result<std::optional<Similarity>> verify(StoredTextId left, StoredTextId right) override;

  size_t size() const { return living_; }
  struct Bytes {
    size_t identities = 0, candidates = 0, bitmaps = 0;
  };
  Bytes bytes() const;

 private:
  struct Fact {
    StoredTextId id;
    uint64_t words = 0;  // half of the hash of its words
  };
  // What was made of a text that has not come yet.
  struct Pending {
    Hash128 words_hash;
    std::vector<uint32_t> keys;
    std::vector<uint64_t> shingles;  // fixed hashes; for `exact`
  };

  // --- identities ---
  std::optional<TextId> find(StoredTextId id) const;
  // The text found by that half of a hash of words.
  std::optional<TextId> first_of(uint64_t words) const;
  Result<std::optional<TextId>> find_words(std::string_view text, Hash128 words_hash);
  Result<bool> same_words(TextId known, std::string_view text);
  TextId new_number();
  Status remember(TextId text, StoredTextId id, Hash128 words_hash);
  RowDigest digest_of(std::string_view text) const;
  Status note_digest(TextId text);
  uint64_t id_hash(StoredTextId id) const { return rules_.hash.place(id.value * 2 + 1, 64); }
  uint64_t words_place(uint64_t words) const { return rules_.hash.place(words, 64); }

  // --- signatures ---
  // Makes the signature of the text that signer_ holds, and its bitmap.
  Pending sign(TextId number);
  Status come(TextId text, Shifted& shifted);
  Status check(const similarity::LivingChange& change) const;
  RankOf ranks_by(const similarity::Standings& standings) const;
  similarity::Shift named(Shifted& shifted) const;
  bool could_be_pair(TextId a, TextId b) const;
  Result<compare::ShingleSet> set_of(TextId text, compare::Overlap& overlap);

  IndexRules rules_;
  StoredTexts& texts_;
  std::unique_ptr<CandidateIndex> candidates_;
  compare::Signer signer_;
  StoredTextId next_{1};

  std::vector<Fact> facts_;                           // by number
  std::vector<uint32_t> shingles_;                    // by number
  std::vector<std::unique_ptr<uint64_t[]>> bitmaps_;  // by number
  std::vector<bool> is_living_;                       // by number
  std::vector<TextId> free_;                          // numbers to be used again
  TagTable by_id_, by_words_;                         // by_words_: the first with its hash
  std::map<RowDigest, TextId> impostors_;             // that are not the first with their hash
  std::map<TextId, RowDigest> digests_;               // of texts that share a hash with another
  std::unordered_map<TextId, Pending> pending_;
  std::unordered_map<TextId, Pending> spent_;  // of those that came by the last change
  std::vector<TextId> came_, gone_;            // by the last change
  size_t living_ = 0;

  compare::Overlap left_overlap_, right_overlap_;
  std::optional<TextId> left_;  // whose set left_overlap_ holds
};

}  // namespace doppel::index
