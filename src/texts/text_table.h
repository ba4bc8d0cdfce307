// The distinct texts of a run: equal texts are one text with several pages.
//
// Two texts are equal when they have the same tokens; texts without a token only when they have the
// same bytes; texts with two views when all of them are equal (text_views.h). Identity is a 128-bit
// hash, confirmed on the stored text, so a forged hash merges nothing. A form of a text is one
// exact sequence of bytes: pages of one form are equal byte for byte.
//
// The hash of words is fixed, so somebody may write any number of texts that have one. Only the
// first of them is found by it; the others are found by a keyed hash of their words, which is made
// for them alone. Each add() compares with a bounded number of texts, whatever they are.
//
// Memory: 24 bytes for each text and 4 for each form, and some 12 in the tables. Not thread-safe.
// Ids follow the order of add().
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
    bool is_new = false;  // the text was not known
  };

  // The store must outlive the table, and be filled by nobody else.
  TextTable(const TextRules& rules, TextStore& store, TableHash hash = TableHash::usual(),
            TableMemory* memory = usual_memory());

  // A text as text_views.h stores it. REQUIRES: the hash is the text's own (ViewSigner::identify),
  // under the table's rules. An error is the store's.
  Result<AddedText> add(std::string_view text, Hash128 words_hash,
                        const TextLocation& location = {});

  // Asks for the memory that add() will look at first.
  void prefetch(Hash128 words_hash) const { by_words_.prefetch(words_hash.low); }

  size_t size() const { return texts_.size(); }
  size_t forms() const { return text_of_.size(); }
  Hash128 words_hash(TextId text) const { return texts_[text.index()].words_hash; }
  // The form that was added first: the one to read a text by.
  FormId first_form(TextId text) const { return texts_[text.index()].first_form; }
  const TextStore& store() const { return store_; }
  // Whether it has two views; whether any text has.
  bool has_two_views(TextId text) const {
    return text.index() < two_views_.size() && two_views_[text.index()];
  }
  bool any_two_views() const { return !two_views_.empty(); }

 private:
  struct Text {
    Hash128 words_hash;
    FormId first_form;
  };
  // kNone for what is new.
  struct Known {
    uint32_t text = SlotTable::kNone, form = SlotTable::kNone;
  };
  // The text with these words, and its form with these bytes.
  Result<Known> find(std::string_view text, Hash128 words_hash, const TextLocation& location);
  // The first text with this hash of words, whatever its words are.
  uint32_t first_of(Hash128 words_hash) const;
  // Of the texts that are not the first with their hash of words, the one with these words.
  Result<uint32_t> find_impostor(std::string_view text);
  // The form of that text with these bytes, other than its first; kNone when it is new.
  Result<uint32_t> find_more_forms(TextId in, std::string_view text, const TextLocation& location);
  Result<bool> has_words_of(FormId form, std::string_view text);
  uint64_t keyed_words(std::string_view text);
  TextRules rules_;
  TextStore& store_;
  std::unique_ptr<TextReader> reader_;
  SameViews same_views_{rules_.mask_numbers};
  text::Tokens tokens_;          // room for keyed_words()
  std::vector<bool> two_views_;  // by text, up to the last that has two
  Table<Text> texts_;
  Table<TextId> text_of_;  // by form
  SlotTable by_words_;     // texts that are the first with their hash of words
  SlotTable impostors_;    // the others, by the keyed hash of their words
  SlotTable more_forms_;   // those that are not the first of their text, by a keyed hash
};

}  // namespace doppel::texts
