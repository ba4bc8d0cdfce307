// The bytes of a text as the rows of tests/golden write them: \xHH for what is not plain ASCII. For
// tests.
#pragma once

#include <string>
#include <string_view>

namespace doppel::support {

inline std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    out += static_cast<char>(std::stoi(std::string(text.substr(i + 2, 2)), nullptr, 16));
    i += 3;
  }
  return out;
}

}  // namespace doppel::support
