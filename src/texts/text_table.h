// The distinct texts of a run: equal texts are one text with several pages.
//
// Two texts are equal if they have the same tokens. Texts without a token are equal only if they
// have the same bytes, and texts with two views if all of their views are equal (text_views.h).
// Texts are looked up by a 128-bit hash and then compared with the stored text, so a forged hash
// merges nothing. A form of a text is one exact sequence of bytes: pages with the same form are
// equal byte for byte.
//
// The hash of the words is fixed, so an attacker can write any number of texts with the same hash.
// Only the first of them is found by it. The others are found by a keyed hash of their words, which
// is computed only for them. Each add() compares with a bounded number of texts, whatever they are.
//
// Memory: 24 bytes for each text and 4 for each form, and about 12 in the tables. Not thread-safe.
// Ids are given in the order of add().
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "base/table.h"
#include "doppel/text.h"
#include "text/tokenizer.h"
#include "texts/signer.h"
#include "texts/slot_table.h"
#include "texts/text_store.h"
#include "texts/text_views.h"

namespace doppel::texts {

class TextTable {
 public:
  struct AddedText {
    TextId text;
    FormId form;
    bool is_new = false;  // the text was not known before
  };

  // The store must outlive the table, and nobody else may append to it.
  TextTable(const TextRules& rules, TextStore& store, TableHash hash = TableHash::usual(),
            TableMemory* memory = usual_memory());

  // Adds a text in the stored form of text_views.h. REQUIRES: the hash is that of the text
  // (ViewSigner::identify), under the rules of the table. An error comes from the store.
  Result<AddedText> add(std::string_view text, Hash128 words_hash,
                        const TextLocation& location = {});

  // Prefetches the memory that add() reads first.
  void prefetch(Hash128 words_hash) const { by_words_.prefetch(words_hash.low); }

  size_t size() const { return texts_.size(); }
  size_t forms() const { return text_of_.size(); }
  Hash128 words_hash(TextId text) const { return texts_[text.index()].words_hash; }
  // The form that was added first. Reading it is reading the text.
  FormId first_form(TextId text) const { return texts_[text.index()].first_form; }
  const TextStore& store() const { return store_; }
  // Does this text have two views? Does any text?
  bool has_two_views(TextId text) const {
    return text.index() < two_views_.size() && two_views_[text.index()];
  }
  bool any_two_views() const { return !two_views_.empty(); }

 private:
  struct Text {
    Hash128 words_hash;
    FormId first_form;
  };
  // kNone stands for what is new.
  struct Known {
    uint32_t text = SlotTable::kNone, form = SlotTable::kNone;
  };
  // The text with these words, and its form with these bytes.
  Result<Known> find(std::string_view text, Hash128 words_hash, const TextLocation& location);
  // The first text with this hash of its words, whatever the words are.
  uint32_t first_of(Hash128 words_hash) const;
  // The text with these words among the texts that are not the first with their hash.
  Result<uint32_t> find_impostor(std::string_view text);
  // The form of that text with these bytes, unless that is its first form; kNone if it is new.
  Result<uint32_t> find_more_forms(TextId in, std::string_view text, const TextLocation& location);
  Result<bool> has_words_of(FormId form, std::string_view text);
  uint64_t keyed_words(std::string_view text);
  TextRules rules_;
  TextStore& store_;
  std::unique_ptr<TextReader> reader_;
  SameViews same_views_{rules_.mask_numbers};
  text::Tokens tokens_;          // buffer of keyed_words()
  std::vector<bool> two_views_;  // by text, up to the last one that has two views
  Table<Text> texts_;
  Table<TextId> text_of_;  // by form
  SlotTable by_words_;     // texts that are the first with the hash of their words
  SlotTable impostors_;    // the other texts, by the keyed hash of their words
  SlotTable more_forms_;   // forms that are not the first of their text, by a keyed hash
};

}  // namespace doppel::texts
