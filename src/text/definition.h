// Tokens computed directly from the definition (docs/design/text.md), one code point at a time,
// without a fast path. The tokenizer is tested against it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "characters/code_points.h"
#include "characters/folding.h"

namespace doppel::text {

inline std::vector<std::string> tokens_by_definition(std::string_view utf8) {
  std::vector<std::string> out;
  std::u32string run;
  bool alone = false;
  size_t marks = 0;  // in a row
  auto end = [&] {
    if (run.empty()) return;
    out.emplace_back();
    characters::Folder().append(run, out.back());
    run.clear();
  };
  for (size_t at = 0; at < utf8.size();) {
    const char32_t c = characters::next_code_point(utf8, at);
    const characters::Kind kind = characters::code_point(c).kind();
    if (kind == characters::Kind::kDropped) continue;
    marks = kind == characters::Kind::kMark ? marks + 1 : 0;
    if (marks > 30) continue;
    if (kind != characters::Kind::kMark) {
      if (kind == characters::Kind::kSeparator || kind == characters::Kind::kSpaceless || alone)
        end();
      alone = kind == characters::Kind::kSpaceless;
    }
    if (kind != characters::Kind::kSeparator) run.push_back(c);
  }
  end();
  return out;
}

// The UTF-8 encoding of a code point. That of a surrogate is invalid UTF-8.
inline std::string utf8_of(char32_t c) {
  auto low = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 63)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), low(c)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), low(c >> 6), low(c)};
  return {static_cast<char>(0xF0 | c >> 18), low(c >> 12), low(c >> 6), low(c)};
}
inline std::string utf8_of(std::u32string_view s) {
  std::string out;
  for (char32_t c : s) out += utf8_of(c);
  return out;
}

}  // namespace doppel::text
