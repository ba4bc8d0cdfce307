// Labels are often wrong, but text in another encoding with some letters beyond ASCII is hardly
// ever valid UTF-8. So bytes that are valid UTF-8 are read as UTF-8, whatever the label says
// (except for ISO-2022-JP and UTF-16, whose bytes are ASCII). On the other hand, a page that is
// labelled UTF-8 may have a few broken sequences, truncated by some program; they become U+FFFD. If
// more than a quarter of the bytes beyond ASCII is broken, the label is wrong, and the next source
// is used. The same rule applies to every multi-byte encoding.
//
// UTF-16 without a byte order mark is recognised by its zeros: in markup every other byte is zero.
//
// Tested by charset_test.cc and the html5lib encoding suite, tests/conformance/html_suites.py.
#include "charset/charset.h"

#include <simdjson.h>
#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "charset/direct_decoders.h"
#include "html/tokenizer.h"

namespace doppel::charset {
namespace {

// Browsers search the first 1,024 bytes, and start again if the parser finds a <meta> later; 16 KiB
// cover both.
constexpr size_t kPrescanBytes = 16 << 10;
constexpr size_t kDetectBytes = 4 << 10;

// The label in "text/html; charset=latin1"; empty if there is none.
std::string_view charset_in(std::string_view content) {
  constexpr std::string_view kCharset = "charset";
  for (size_t at = 0; at + kCharset.size() <= content.size(); ++at) {
    if (!starts_ignoring_case(content.substr(at), kCharset)) continue;
    std::string_view rest = content.substr(at + kCharset.size());
    while (!rest.empty() && html::is_space(rest[0])) rest.remove_prefix(1);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    while (!rest.empty() && html::is_space(rest[0])) rest.remove_prefix(1);
    if (rest.empty()) return {};
    if (rest[0] == '"' || rest[0] == '\'') {
      const size_t close = rest.find(rest[0], 1);
      return close == rest.npos ? std::string_view() : rest.substr(1, close - 1);
    }
    size_t size = 0;
    while (size < rest.size() && !html::is_space(rest[size]) && rest[size] != ';') ++size;
    return rest.substr(0, size);
  }
  return {};
}

const Encoding* encoding_of_meta(const html::Tokenizer& page) {
  const Encoding* found = nullptr;
  if (const html::Attribute* charset = page.attribute("charset")) {
    found = find_encoding(charset->value);
  } else {
    const html::Attribute* pragma = page.attribute("http-equiv");
    const html::Attribute* content = page.attribute("content");
    if (pragma != nullptr && content != nullptr &&
        equal_ignoring_case(pragma->value, "content-type")) {
      found = find_encoding(charset_in(content->value));
    }
  }
  // It could be read, so it is not UTF-16.
  if (found == &utf16le() || found == &utf16be()) return &utf8_encoding();
  return found;
}

bool has_high_bytes(std::string_view bytes) {
  unsigned char all = 0;
  for (char c : bytes) all |= static_cast<unsigned char>(c);
  return all >= 0x80;
}

// UTF-16 by the zeros of its ASCII; nullptr if it is not.
const Encoding* utf16_by_zeros(std::string_view page) {
  const std::string_view head = page.substr(0, std::min<size_t>(page.size(), 512) & ~size_t{1});
  size_t even = 0, odd = 0;
  for (size_t i = 0; i < head.size(); i += 2) {
    even += head[i] == '\0';
    odd += head[i + 1] == '\0';
  }
  const size_t units = head.size() / 2;
  if (units < 4) return nullptr;
  if (odd * 4 > units * 3 && even * 8 < units) return &utf16le();
  if (even * 4 > units * 3 && odd * 8 < units) return &utf16be();
  return nullptr;
}

// Asks uchardet about 4 KiB that begin where ASCII ends.
const Encoding* detected(std::string_view page) {
  const auto high = std::find_if(page.begin(), page.end(),
                                 [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  const auto before = std::min<size_t>(static_cast<size_t>(high - page.begin()), kDetectBytes / 16);
  const std::string_view part =
      page.substr(static_cast<size_t>(high - page.begin()) - before, kDetectBytes);
  uchardet_t detector = uchardet_new();
  uchardet_handle_data(detector, part.data(), part.size());
  uchardet_data_end(detector);
  const Encoding* found = find_encoding(uchardet_get_charset(detector));
  uchardet_delete(detector);
  return found;
}

struct Mark {
  size_t size = 0;
  const Encoding* encoding = nullptr;
};

Mark mark_of(std::string_view page) {
  if (page.starts_with("\xEF\xBB\xBF")) return {3, &utf8_encoding()};
  if (page.starts_with("\xFE\xFF")) return {2, &utf16be()};
  if (page.starts_with("\xFF\xFE")) return {2, &utf16le()};
  return {};
}

bool is_utf8(std::string_view bytes) { return simdjson::validate_utf8(bytes.data(), bytes.size()); }

void take_as_it_is(std::string_view page, const Encoding& encoding, DecodedPage& out) {
  out.utf8 = page;
  out.charset = encoding.name;
  out.repaired = false;
}

// Invalid bytes become U+FFFD in every encoding; ICU's default is U+001A for some.
void replace_broken(const void*, UConverterToUnicodeArgs* args, const char*, int32_t,
                    UConverterCallbackReason reason, UErrorCode* error) {
  if (reason > UCNV_IRREGULAR) return;
  constexpr UChar kReplacement = 0xFFFD;
  *error = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(args, &kReplacement, 1, 0, error);
}

}  // namespace

const Encoding* prescan_meta(std::string_view page) {
  html::Tokenizer tokenizer(page.substr(0, kPrescanBytes));
  for (html::Token token; tokenizer.next(token);) {
    if (token.kind != html::TokenKind::kStartTag || token.tag != html::Tag::kMeta) continue;
    if (const Encoding* found = encoding_of_meta(tokenizer)) return found;
  }
  return nullptr;
}

// One open converter for each encoding met so far, or the table that does as well.
struct CharsetDecoder::Converters {
  struct Close {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
  };
  std::array<std::unique_ptr<UConverter, Close>, 64> open;
  std::array<std::unique_ptr<const ByteTable>, 64> tables;
  std::array<bool, 64> asked = {};

  UConverter* of(const Encoding& encoding) {
    auto& converter = open[static_cast<size_t>(&encoding - encodings().data())];
    if (!converter) {
      UErrorCode error = U_ZERO_ERROR;
      converter.reset(ucnv_open(encoding.converter, &error));
      if (converter) {
        ucnv_setToUCallBack(converter.get(), replace_broken, nullptr, nullptr, nullptr, &error);
      }
    }
    return converter.get();
  }

  // nullptr for an encoding of more than one byte a character, and for ibm866, where ICU has
  // control characters in other places.
  const ByteTable* table_of(const Encoding& encoding) {
    const auto number = static_cast<size_t>(&encoding - encodings().data());
    if (!asked[number] && ucnv_getType(of(encoding)) == UCNV_SBCS) {
      tables[number] = make_table(of(encoding));
    }
    asked[number] = true;
    return tables[number].get();
  }

  static std::unique_ptr<const ByteTable> make_table(UConverter* converter) {
    auto out = std::make_unique<ByteTable>();
    for (unsigned i = 0; i < 0x100; ++i) {
      const char byte = static_cast<char>(i);
      std::array<char, 4> utf8{};
      UErrorCode error = U_ZERO_ERROR;
      ucnv_toAlgorithmic(UCNV_UTF8, converter, utf8.data(), utf8.size(), &byte, 1, &error);
      if (i < 0x80 && utf8[0] != byte) return nullptr;
      for (unsigned k = 0; i >= 0x80 && k < 3; ++k) {
        out->utf8[i - 0x80] |= uint32_t{static_cast<unsigned char>(utf8[k])} << (8 * k);
      }
    }
    return out;
  }
};

CharsetDecoder::CharsetDecoder() : converters_(std::make_unique<Converters>()) {}
CharsetDecoder::~CharsetDecoder() = default;

// By ICU.
Converted CharsetDecoder::convert(std::string_view page, const Encoding& encoding) {
  UErrorCode error = U_ZERO_ERROR;
  const int32_t size = ucnv_toAlgorithmic(UCNV_UTF8, converters_->of(encoding), buffer_.data(),
                                          static_cast<int32_t>(buffer_.size()), page.data(),
                                          static_cast<int32_t>(page.size()), &error);
  Converted out{.bytes = U_FAILURE(error) ? 0 : static_cast<size_t>(size)};
  const std::string_view utf8(buffer_.data(), out.bytes);
  out.beyond_ascii = static_cast<size_t>(std::count_if(
      utf8.begin(), utf8.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xC0; }));
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  for (size_t at = 0; (at = utf8.find(kReplacement, at)) != utf8.npos; ++at) ++out.broken;
  return out;
}

bool CharsetDecoder::try_encoding(std::string_view page, const Encoding& encoding,
                                  DecodedPage& out) {
  if (buffer_.size() < converted_bound(page.size())) buffer_.resize(converted_bound(page.size()));
  const ByteTable* table = converters_->table_of(encoding);
  const Converted done = &encoding == &utf8_encoding() ? repair_utf8(page, buffer_.data())
                         : table != nullptr            ? convert_bytes(page, *table, buffer_.data())
                                                       : convert(page, encoding);
  out.utf8 = {buffer_.data(), done.bytes};
  out.charset = encoding.name;
  out.repaired = done.broken > 0;
  return done.broken * 4 <= done.beyond_ascii && out.utf8.empty() == page.empty();
}

// Decodes the page with the encoding of a label; false if the bytes contradict it.
bool CharsetDecoder::believe(std::string_view page, bool is_utf8, const Encoding& encoding,
                             DecodedPage& out) {
  const bool utf16 = &encoding == &utf16le() || &encoding == &utf16be();
  if (is_utf8 && utf16) return false;
  if (!is_utf8 || !encoding.ascii) return try_encoding(page, encoding, out);
  if (&encoding != &utf8_encoding() && has_high_bytes(page)) return false;
  take_as_it_is(page, encoding, out);
  return true;
}

// The bytes are all there is.
void CharsetDecoder::guess(std::string_view page, DecodedPage& out) {
  out.source = CharsetSource::kBytes;
  if (try_encoding(page, utf8_encoding(), out)) return;
  out.source = CharsetSource::kDetected;
  const Encoding* found = detected(page);
  if (found != nullptr && try_encoding(page, *found, out)) return;
  out.source = CharsetSource::kDefault;
  try_encoding(page, windows_1252(), out);
}

DecodedPage CharsetDecoder::decode(std::string_view page, std::string_view label) {
  constexpr size_t kLongest = size_t{512} << 20;  // ICU counts in 32 bits, and UTF-8 may be longer
  page = page.substr(0, kLongest);
  DecodedPage out;
  const Encoding* http = find_encoding(label);
  if (const Mark mark = mark_of(page); mark.encoding != nullptr) {
    page.remove_prefix(mark.size);
    out.contradicted = http != nullptr && http != mark.encoding;
    out.source = CharsetSource::kBom;
    if (!believe(page, is_utf8(page), *mark.encoding, out)) try_encoding(page, *mark.encoding, out);
    return out;
  }
  const Encoding* meta = prescan_meta(page);
  out.contradicted = http != nullptr && meta != nullptr && http != meta;
  if (const Encoding* utf16 = utf16_by_zeros(page)) {
    out.contradicted |= http != nullptr && http != utf16;
    out.source = CharsetSource::kBytes;
    try_encoding(page, *utf16, out);
    return out;
  }
  const bool valid = is_utf8(page);
  for (auto [encoding, source] :
       {std::pair{http, CharsetSource::kHttp}, {meta, CharsetSource::kMeta}}) {
    if (encoding == nullptr) continue;
    out.source = source;
    if (believe(page, valid, *encoding, out)) return out;
    out.contradicted = true;
  }
  if (!valid) {
    guess(page, out);
    return out;
  }
  out.source = CharsetSource::kBytes;
  take_as_it_is(page, utf8_encoding(), out);
  return out;
}

}  // namespace doppel::charset
