// Which charset is this page in, and what does it say in UTF-8?
//
// The sources are used in this order: byte order mark, the label of the HTTP header, <meta
// charset>, whether the bytes are valid UTF-8, a detector on 4 KiB, windows-1252. Bytes are
// stronger than a label: a page that is labelled latin1 but is valid UTF-8 is UTF-8, and for a page
// that is labelled UTF-8 but mostly is not, the next source is used. Contradictions are reported.
//
// Cost: pages in UTF-8 are checked, not copied (10 GB/s and more); encodings of one byte a
// character are converted by a table, others by ICU, some 300 MB/s. Never fails: invalid bytes
// become U+FFFD. Not thread-safe; the buffer is kept for the next page.
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
  bool contradicted = false;  // there was a known label, but the bytes contradict it
  bool repaired = false;      // invalid bytes were replaced by U+FFFD
};

// What <meta> says in the first bytes, as browsers look for it before they parse; nullptr: nothing.
const Encoding* prescan_meta(std::string_view page);

class CharsetDecoder {
 public:
  CharsetDecoder();
  ~CharsetDecoder();

  // `label` is that of the HTTP header, "" if there is none.
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
