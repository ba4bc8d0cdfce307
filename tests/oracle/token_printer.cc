// Prints the tokens of byte strings: the library's side of the agreement test in tokens.py.
//
// Standard input: one text a line, its bytes in hexadecimal. Standard output: one line for each,
// its tokens in hexadecimal, separated by one space; an empty line for a text without tokens.
// Exit status 1 at the first line that is not hexadecimal.
#include <doppel/text.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

namespace {

std::optional<std::string> from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    uint8_t byte = 0;
    const char* const end = hex.data() + i + 2;
    const auto [stop, error] = std::from_chars(hex.data() + i, end, byte, 16);
    if (error != std::errc() || stop != end) return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

void append_hex(std::string_view bytes, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  std::string out;
  for (uint64_t number = 1; std::getline(std::cin, line); ++number) {
    const std::optional<std::string> text = from_hex(line);
    if (!text) {
      std::cerr << "token_printer: line " << number << " is not hexadecimal\n";
      return 1;
    }
    out.clear();
    for (const std::string& token : doppel::tokens(*text)) {
      if (!out.empty()) out += ' ';
      append_hex(token, out);
    }
    std::cout << out << '\n';
  }
  return 0;
}
