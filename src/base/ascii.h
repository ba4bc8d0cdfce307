// The letters of ASCII: everything else is left as it is. Pure.
#pragma once

#include <algorithm>
#include <string_view>

namespace doppel {

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Equal but for the case of ASCII letters.
constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

// Without the spaces, tabs, CR and LF around it.
constexpr std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

}  // namespace doppel
