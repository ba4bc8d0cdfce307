// Which charset is this page in, and what does it say in UTF-8?
//
// Asked in this order: byte order mark, the label of the HTTP head, <meta charset>, whether the
// bytes are UTF-8, a detector on 4 KiB, windows-1252. A label is not believed against the bytes:
// a page that says latin1 and is UTF-8 is UTF-8, a page that says UTF-8 and is mostly not is asked
// further. Contradictions are told.
//
// Cost: pages in UTF-8 are checked, not copied (10 GB/s and more); those of one byte a character
// are converted by a table, others by ICU, some 300 MB/s. Never fails: what means nothing becomes
// U+FFFD. Not thread-safe; the buffer is kept.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "charset/direct_decoders.h"
#include "charset/encodings.h"
#include "doppel/extract.h"

namespace doppel::charset {

struct DecodedPage {
  std::string_view utf8;  // valid; the page itself or the decoder's buffer, until its next page
  std::string_view charset;
  CharsetSource source = CharsetSource::kDefault;
  bool contradicted = false;  // a label that is known and was not believed
  bool repaired = false;      // U+FFFD stands for bytes that mean nothing
};

// What <meta> says in the first bytes, as browsers look for it before they parse; nullptr: nothing.
const Encoding* prescan_meta(std::string_view page);

class CharsetDecoder {
 public:
  CharsetDecoder();
  ~CharsetDecoder();

  // `label`: of the HTTP head, "" when there is none.
  DecodedPage decode(std::string_view page, std::string_view label);

 private:
  struct Converters;

  // Converts; false when too much of it means nothing in this encoding.
  bool try_encoding(std::string_view page, const Encoding& encoding, DecodedPage& out);
  Converted convert(std::string_view page, const Encoding& encoding);
  bool believe(std::string_view page, bool is_utf8, const Encoding& encoding, DecodedPage& out);
  void guess(std::string_view page, DecodedPage& out);

  std::unique_ptr<Converters> converters_;
  std::vector<char> buffer_;
};

}  // namespace doppel::charset
