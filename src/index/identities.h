// Which text has this id, and which text has these words? Ids belong to a store and are never
// reused; inside the index a text has a number, which is reused when the text is forgotten.
//
// IdentityTables answers these questions. A copy of it is a snapshot and shares what has not
// changed since. Identities changes the tables: in one thread, which also makes the copies; many
// threads may query copies. Memory: 17 bytes per text and two entries of a NumberTable.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/copy_on_write.h"
#include "base/hash.h"
#include "base/ids.h"
#include "base/rows_digest.h"
#include "base/shared_vector.h"
#include "base/table_hash.h"
#include "index/stored_texts.h"
#include "living_candidates/number_table.h"

namespace doppel::index {

class IdentityTables {
 public:
  IdentityTables(TableHash hash, bool mask_numbers);

  std::optional<TextId> find(StoredTextId id) const;
  // The text with the same words in all its views, confirmed by comparing the words. `words_hash`
  // is the fixed hash of the words of `text` (ViewSigner::identify). Errors are those of the
  // storage.
  Result<std::optional<TextId>> find_words(std::string_view text, Hash128 words_hash,
                                           const StoredTextReader& texts) const;
  // REQUIRES: the number is in use, for these two functions.
  StoredTextId id(TextId text) const { return facts_[text.index()].id; }
  bool is_living(TextId text) const {
    return (living_[text.index() / 64] >> text.index() % 64 & 1) != 0;
  }

  size_t bytes() const;

 private:
  friend class Identities;

  struct Fact {
    StoredTextId id = {};  // 0: the number is not in use
    uint64_t words = 0;    // half of the hash of its words
  };
  // Texts that share half of their hash with an older text, and those older texts.
  struct Forged {
    std::map<RowDigest, TextId> impostors;  // all but the oldest of a hash
    std::map<TextId, RowDigest> digests;
  };

  // Also for a number that is not in use, or that has come into use since the copy was made.
  Fact fact(TextId text) const {
    return text.index() < facts_.size() ? facts_[text.index()] : Fact();
  }
  uint64_t id_hash(StoredTextId id) const { return by_id_.hash_of(id.value * 2 + 1); }
  uint64_t words_location(uint64_t words) const { return by_words_.hash_of(words); }
  // The text that is found by that half of the hash of its words.
  std::optional<TextId> first_of(uint64_t words) const;
  bool is_impostor(TextId text) const;
  // A digest of the words of all its views.
  RowDigest digest_of(std::string_view text) const;

  bool mask_numbers_;
  SharedVector<Fact, 256> facts_;                    // by number
  SharedVector<uint64_t, 512> living_;               // a bit for each number
  living_candidates::NumberTable by_id_, by_words_;  // by_words_ has no impostors
  CopyOnWrite<Forged> forged_;
};

class Identities {
 public:
  Identities(TableHash hash, bool mask_numbers) : tables_(hash, mask_numbers) {}

  const IdentityTables& tables() const { return tables_; }
  // Is there a number for one more text?
  bool has_room() const { return tables_.facts_.size() < INT32_MAX || !free_.empty(); }
  // Assigns a number to the text, which is not living yet. REQUIRES: has_room(), and the text can
  // be read.
  Result<TextId> add(StoredTextId id, Hash128 words_hash, const StoredTextReader& texts);
  void set_living(TextId text, bool is_living);
  // REQUIRES: it is not living.
  void forget(TextId text);

  size_t bytes() const { return tables_.bytes() + free_.capacity() * sizeof(TextId); }

 private:
  TextId new_number();
  Status note_digest(TextId text, const StoredTextReader& texts);
  void rebuild_by_id();
  void rebuild_by_words();
  size_t usual_room() const;

  IdentityTables tables_;
  std::vector<TextId> free_;  // numbers to be reused
};

}  // namespace doppel::index
