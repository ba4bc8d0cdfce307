// Where a record becomes its text: the words that are compared.
//
// The one place that knows it. Workers ask it once for every record, and whoever reads records
// again asks it the same question: equal records give equal texts.
//
//   text          as it is
//   HTML          its main content, or all of it (ReadOptions::view)
//   plain text    in UTF-8
//   anything else has no words. It gets a text without tokens, made of the SHA-256 of its payload
//   (of
//                 a redirect: and its target), so that it equals only what has the same bytes. So
//                 does a page without words, and one with too little text for its size. What has
//                 no payload at all is like nothing but the very same record.
//
// Not thread-safe: one per thread.
#pragma once

#include <string>
#include <string_view>

#include "base/arena.h"
#include "doppel/read.h"
#include "extract/extractor.h"

namespace doppel::engine {

class PageText {
 public:
  explicit PageText(View view) : view_(view) {}

  // In the arena, or where the record's views point. REQUIRES: the record is not rejected and is a
  // page: not kPassed.
  std::string_view of(const Record& record, Arena& arena);

 private:
  std::string_view of_html(const Record& record, Arena& arena);
  std::string_view of_plain(const Record& record, Arena& arena);

  View view_;
  extract::Extractor extractor_;
  extract::CharsetDecoder charset_;
};

}  // namespace doppel::engine
