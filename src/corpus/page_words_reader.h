// Where a record becomes its text: the words that are compared.
//
// The one place that knows it. Workers ask it once for every record, and whoever reads records
// again asks it the same question: equal records give equal texts.
//
//   text            as it is; if its main content is given as well, one of them or both, like HTML
//   HTML            its main content, or all of it, or both and its title (ReadOptions::view)
//   plain text      in UTF-8
//   anything else   no words: a text without tokens, made of the SHA-256 of its payload (of a
//                   redirect: and its target), so that it equals only what has the same bytes
//
// A page without words, or with too little text for its size, is like anything else. What has no
// payload at all is like nothing but the very same record.
//
// Not thread-safe: one per thread.
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

// The text, and what tells at which level pages of one text are equal.
struct PageWords {
  std::string_view text;  // as texts/text_views.h stores it
  // Keyed hashes (keyed_hash.h).
  Hash128 page = {};  // of the decoded payload; zero: the text is all there is of the page
  uint64_t full = 0;  // of everything the page says; zero: the text is that, or has it
  bool thin = false;  // too little text for its size: equals only what has the same bytes
  group::CanonicalLink link = {};  // to the address that it names as canonical, as it is there
  Hash128 canonical = {};          // keyed, of that address; see canonical_name()
};

// The level of two pages with equal texts. `same_text`: byte for byte.
Level level_of_equals(const PageWords& left, const PageWords& right, bool same_text);

class PageWordsReader {
 public:
  explicit PageWordsReader(View view) : view_(view) {}

  // The text is in the arena, or where the record's views point. REQUIRES: the record is not
  // rejected and is a page: not kNonPage.
  PageWords of(const Record& record, Arena& arena);

 private:
  PageWords of_text(const Record& record, Arena& arena);
  PageWords of_html(const Record& record, Arena& arena);
  // The view that is compared, or both.
  std::string_view text_of(const extract::ExtractedPage& page, Arena& arena) const;
  // Does its main content, however short, speak of what its title says? Then it is not thin.
  bool names_title(const extract::ExtractedPage& page, Arena& arena);
  PageWords of_plain(const Record& record, Arena& arena);

  View view_;
  extract::Extractor extractor_;
  charset::CharsetDecoder charset_;
  texts::ViewSigner signer_{TextRules()};
};

}  // namespace doppel::corpus
