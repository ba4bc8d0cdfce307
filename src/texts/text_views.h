// The views of a text as one string of bytes, so that a store of texts holds one string for each.
//
//   a text without a marker         one view: the text itself
//   FF 00 text                      the same, for a text that begins with FF
//   FF 01 M T main title full       two views and a title; M and T are the lengths of main and
//                                   title in bytes, 4 bytes each, little-endian
//
// No UTF-8 begins with FF, so texts of records stand as they are. Two texts are equal when all of
// their views are, word by word. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "text/same_words.h"

namespace doppel::texts {

struct TextViews {
  std::string_view main, full;  // the same when there is one view
  std::string_view title;       // only with two views
  bool two = false;
};

// Views into the string. REQUIRES: it was made by store_view() or store_views(), or is UTF-8.
TextViews read_views(std::string_view stored);
inline bool has_two_views(std::string_view stored) {
  return stored.size() >= 2 && stored[0] == '\xFF' && stored[1] == '\x01';
}

// The stored form of a text with one view: the text itself, unless it begins with FF.
std::string_view store_view(std::string_view text, std::string& room);
// Of a page. REQUIRES: main and title are shorter than 2^32 bytes.
std::string_view store_views(std::string_view main, std::string_view full, std::string_view title,
                             Arena& arena);

// The part of a title that is stored: it is cut at 4 KiB, before a code point that would cross it.
std::string_view stored_title(std::string_view title);

// Have two stored texts the same words, view by view? One per thread.
class SameViews {
 public:
  explicit SameViews(bool mask_numbers) : same_words_(mask_numbers) {}

  bool operator()(std::string_view left, std::string_view right);

 private:
  text::SameWords same_words_;
};

}  // namespace doppel::texts
