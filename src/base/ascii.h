// Letters and white space of ASCII: the names of tags, headers, labels and hosts.
//
// Bytes outside ASCII are left as they are, whatever the locale says. Pure functions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace doppel {

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

inline std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

constexpr bool starts_ignoring_case(std::string_view text, std::string_view beginning) {
  return equal_ignoring_case(text.substr(0, beginning.size()), beginning);
}

constexpr bool ends_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

// Without the spaces, tabs, CR and LF around it.
constexpr std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

}  // namespace doppel
