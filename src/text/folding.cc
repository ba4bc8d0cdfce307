#include "text/folding.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <cassert>
#include <new>
#include <stdexcept>

#include "doppel/text.h"

namespace doppel {

std::string unicode_version() {
  UVersionInfo version;
  u_getUnicodeVersion(version);
  return std::to_string(version[0]) + "." + std::to_string(version[1]);
}

namespace text {
namespace {

const UNormalizer2* nfkc() {
  static const UNormalizer2* const instance = [] {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2* found = unorm2_getNFKCInstance(&error);
    assert(U_SUCCESS(error));  // fails only without ICU's data, which is linked in
    return found;
  }();
  return instance;
}

// Calls an ICU function that fills a buffer, with a larger buffer if the first was too small.
// REQUIRES: `expected` is far from 2^31.
template <typename Fill>
std::u16string filled(size_t expected, Fill fill) {
  std::u16string out(expected + 16, u'\0');
  while (true) {
    UErrorCode error = U_ZERO_ERROR;
    auto size = fill(out.data(), static_cast<int32_t>(out.size()), &error);
    bool fits = error != U_BUFFER_OVERFLOW_ERROR;
    if (fits && U_FAILURE(error)) throw std::bad_alloc();  // the only thing that can fail
    out.resize(static_cast<size_t>(size));
    if (fits) return out;
  }
}

std::u16string normalized(const std::u16string& s) {
  return filled(s.size(), [&](char16_t* to, int32_t room, UErrorCode* error) {
    return unorm2_normalize(nfkc(), s.data(), static_cast<int32_t>(s.size()), to, room, error);
  });
}

std::u16string case_folded(const std::u16string& s) {
  return filled(s.size(), [&](char16_t* to, int32_t room, UErrorCode* error) {
    return u_strFoldCase(to, room, s.data(), static_cast<int32_t>(s.size()), U_FOLD_CASE_DEFAULT,
                         error);
  });
}

void append_utf16(char32_t c, std::u16string& out) {
  if (c >= 0x10000) {
    out.push_back(static_cast<char16_t>(U16_LEAD(c)));
    out.push_back(static_cast<char16_t>(U16_TRAIL(c)));
  } else {
    out.push_back(static_cast<char16_t>(c));
  }
}

void append_utf8(const std::u16string& s, std::string& out) {
  for (int32_t i = 0, size = static_cast<int32_t>(s.size()); i < size;) {
    UChar32 c;
    U16_NEXT(s.data(), i, size, c);
    char bytes[U8_MAX_LENGTH];
    int32_t length = 0;
    U8_APPEND_UNSAFE(bytes, length, c);
    out.append(bytes, static_cast<size_t>(length));
  }
}

bool begins_with_boundary(const std::u16string& s) {
  if (s.empty()) return false;
  UChar32 first;
  U16_GET(s.data(), 0, 0, static_cast<int32_t>(s.size()), first);
  return unorm2_hasBoundaryBefore(nfkc(), first);
}

// Code points of the run up to a place at or after `least` where it can be cut: what stands there
// takes no part in the normalisation of what stands before it, in whatever form.
size_t cut_after(std::u32string_view run, size_t least) {
  size_t at = std::max<size_t>(least, 1);
  while (at < run.size() && !fold_as_segment(run[at]).stays_a_segment) ++at;
  return std::min(at, run.size());
}

void append_folded_piece(std::u32string_view run, std::string& out) {
  constexpr size_t kMost = size_t{1} << 28;
  if (run.size() > kMost) throw std::length_error("a word that is too long to be normalised");
  std::u16string now;
  for (char32_t c : run) append_utf16(c, now);
  while (true) {
    std::u16string next = normalized(case_folded(normalized(now)));
    if (next == now) break;
    now = std::move(next);
  }
  append_utf8(now, out);
}

}  // namespace

void append_folded(std::u32string_view run, std::string& out, size_t piece) {
  while (!run.empty()) {
    const size_t size = cut_after(run, piece);
    append_folded_piece(run.substr(0, size), out);
    run.remove_prefix(size);
  }
}

SegmentFold fold_as_segment(char32_t c) {
  SegmentFold out;
  std::u16string now;
  append_utf16(c, now);
  out.stays_a_segment = begins_with_boundary(now);
  while (true) {
    std::u16string composed = normalized(now);
    std::u16string folded = case_folded(composed);
    std::u16string next = normalized(folded);
    for (const std::u16string* form : {&composed, &folded, &next}) {
      out.stays_a_segment = out.stays_a_segment && begins_with_boundary(*form);
    }
    if (next == now) break;
    now = std::move(next);
  }
  append_utf8(now, out.utf8);
  return out;
}

}  // namespace text
}  // namespace doppel
