// Dates, times and numbers, for the option that treats pages as equal if they differ only in these.
//
// Off by default, because it also merges pages that differ only in a price.
#pragma once

#include <cstddef>
#include <string_view>

namespace doppel::text {

struct NumberMatch {
  std::string_view token;  // DATE, TIME, NUM; empty: no match
  size_t bytes = 0;

  explicit operator bool() const { return bytes > 0; }
};

// The longest of these that begins at `at` and is not followed by a letter, mark or number: DATE
// dddd-dd-dd, TIME d:dd or dd:dd, NUM d+ (ASCII digits). REQUIRES: `at` is not inside a word.
NumberMatch match_number(std::string_view utf8, size_t at);

}  // namespace doppel::text
