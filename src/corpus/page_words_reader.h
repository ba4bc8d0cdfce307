// Converts a record to its text: the words that are compared.
//
// Everything that needs the text of a record uses this class: the workers that read the inputs, and
// whatever reads records again. So equal records always have equal texts.
//
//   text            the text itself; if its main content is also given, one or both, as for HTML
//   HTML            its main content, or all of it, or both and its title (ReadOptions::view)
//   plain text      the text in UTF-8
//   anything else   a text without tokens, made from the SHA-256 of its payload (for a redirect,
//                   also of its target), so that it equals only records with the same bytes
//
// A page without words, or with too little text for its size, is treated like "anything else". A
// record without any payload equals only the very same record.
//
// Not thread-safe: use one object for each thread.
#pragma once

#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/hash.h"
#include "charset/charset.h"
#include "doppel/read.h"
#include "extract/extractor.h"
#include "group/canonical_names.h"
#include "texts/view_signer.h"

namespace doppel::corpus {

// The text, and what decides at which level pages with equal texts are equal.
struct PageWords {
  std::string_view text;  // in the stored form of texts/text_views.h
  // Keyed hashes (keyed_hash.h).
  Hash128 page = {};  // of the decoded payload; zero: the page consists of its text
  uint64_t full = 0;  // of the full text; zero: `text` is the full text or contains it
  bool thin = false;  // too little text for its size: equals only pages with the same bytes
  group::CanonicalLink link = {};  // the address that the page names as canonical, as written there
  Hash128 canonical = {};          // keyed hash of that address; see canonical_name()
};

// The level of two pages with equal texts. `same_text`: the texts are equal byte for byte.
Level level_of_equals(const PageWords& left, const PageWords& right, bool same_text);

class PageWordsReader {
 public:
  explicit PageWordsReader(View view) : view_(view) {}

  // The text is in the arena, or where the string views of the record point. REQUIRES: the record
  // is not rejected and is a page (not kNonPage).
  PageWords of(const Record& record, Arena& arena);

 private:
  PageWords of_text(const Record& record, Arena& arena);
  PageWords of_html(const Record& record, Arena& arena);
  // The view that is compared, or both.
  std::string_view text_of(const extract::ExtractedPage& page, Arena& arena) const;
  // Does its main content, however short, name its title? Then the page is not thin.
  bool names_title(const extract::ExtractedPage& page, Arena& arena);
  PageWords of_plain(const Record& record, Arena& arena);

  View view_;
  extract::Extractor extractor_;
  charset::CharsetDecoder charset_;
  texts::ViewSigner signer_{TextRules()};
};

}  // namespace doppel::corpus
