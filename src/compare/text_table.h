// The distinct texts of a run: equal texts are one text with several pages.
//
// Two texts are equal when they have the same tokens; texts without a token only when they have the
// same bytes. Identity is a 128-bit hash, confirmed on the stored text, so a forged hash merges
// nothing. A form of a text is one exact sequence of bytes: pages of one form are equal byte for
// byte.
//
// Memory: the bytes of every form, and 8 bytes for each distinct shingle of a text. Not
// thread-safe. Ids follow the order of add().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/ids.h"
#include "compare/signer.h"
#include "doppel/text.h"

namespace doppel::compare {

class TextTable {
 public:
  struct Place {
    TextId text;
    FormId form;
  };

  explicit TextTable(const TextRules& rules) : rules_(rules) {}

  // REQUIRES: the signature is the text's own, under the table's rules. Its shingles are kept if
  // the text is new.
  Place add(std::string_view text, ExactSignature signature);

  size_t size() const { return shingles_.size(); }
  std::span<const uint64_t> shingles(TextId text) const { return shingles_[text.index()]; }

 private:
  struct Form {
    std::string_view bytes;  // in arena_
    TextId text;
  };

  bool same_words(std::string_view a, std::string_view b) const;
  FormId add_form(std::string_view bytes, TextId text);

  TextRules rules_;
  Arena arena_{size_t{1} << 20};
  std::vector<std::vector<uint64_t>> shingles_;  // by text
  std::vector<Form> forms_;
  // Several entries under one hash are different all the same.
  std::unordered_multimap<Hash128, FormId> by_bytes_;
  std::unordered_multimap<Hash128, FormId> by_words_;  // the first form of each text
};

}  // namespace doppel::compare
