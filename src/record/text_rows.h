// What a store keeps of a text beside its words, under the text's StoredTextId: its signature, from
// which an index is opened. The bytes are described in docs/design/stored_rows.md; the row of the
// words belongs to living_store/stored_words.h.
//
// A text has up to two forms: its main words, and all words of a page that has more than its main
// content. Either may be absent: a text without words has no main form, and a text with one view
// has no full form.
//
// Stored: never change; each row begins with its version, 1. decode() returns nothing when the
// bytes have another version, are truncated, or are followed by other bytes. encode() of a decoded
// row gives the same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace doppel {

// The signature of one form.
struct StoredForm {
  uint32_t shingles = 0;         // distinct ones
  std::vector<uint32_t> keys;    // of its bands, at most 255; none: the index computes them
  std::vector<uint64_t> bitmap;  // parity bitmap: none, or 2^n words of 64 bits with n <= 31

  friend bool operator==(const StoredForm&, const StoredForm&) = default;
};

// What the page rule needs to know about a text with two views. Hashes have no secret key, so that
// every process can use them; where equal titles decide, the words themselves are compared as well.
struct StoredPage {
  bool short_main = false;   // its main content has few words
  bool names_title = false;  // its main content has half of the words of its title
  uint64_t main_words = 0;   // half of the hash of its main words
  uint64_t title = 0;        // hash of the words of its title that count; 0: it has none

  friend bool operator==(const StoredPage&, const StoredPage&) = default;
};

struct SignatureRow {
  Hash128 identity;  // of its words in all views, or of its bytes; equality is confirmed on them
  std::optional<StoredForm> main, full;
  StoredPage page = {};  // with a full form only

  std::string encode() const;
  static std::optional<SignatureRow> decode(std::string_view bytes);
  friend bool operator==(const SignatureRow&, const SignatureRow&) = default;
};

}  // namespace doppel
