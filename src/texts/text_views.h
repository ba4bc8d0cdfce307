// All views of a text as one string of bytes, so that a text store holds one string for each text.
//
//   a text without a marker         one view: the text itself
//   FF 00 text                      the same, for a text that begins with FF
//   FF 01 M T main title full       two views and a title; M and T are the lengths of main and
//                                   title in bytes, 4 bytes each, little-endian
//
// Valid UTF-8 never begins with FF, so texts of records are stored unchanged. Two texts are equal
// if all of their views are equal word by word. Thread safety: pure functions.
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

// The results point into `stored`. REQUIRES: it was made by store_view() or store_views(), or is
// UTF-8.
TextViews read_views(std::string_view stored);
inline bool has_two_views(std::string_view stored) {
  return stored.size() >= 2 && stored[0] == '\xFF' && stored[1] == '\x01';
}

// The stored form of a text with one view: the text itself, unless it begins with FF. Then the
// result is in `room`.
std::string_view store_view(std::string_view text, std::string& room);
// The stored form of a text with two views. REQUIRES: main and title are shorter than 2^32 bytes.
std::string_view store_views(std::string_view main, std::string_view full, std::string_view title,
                             Arena& arena);

// The part of a title that is stored: at most 4 KiB, without a code point that crosses that limit.
std::string_view stored_title(std::string_view title);

// Do two stored texts have the same words in each view? Use one object for each thread.
class SameViews {
 public:
  explicit SameViews(bool mask_numbers) : same_words_(mask_numbers) {}

  bool operator()(std::string_view left, std::string_view right);

 private:
  text::SameWords same_words_;
};

}  // namespace doppel::texts
