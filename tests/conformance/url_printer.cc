// Prints the forms of URLs: the library's side of url_suites.py.
//
// Standard input: one URL a line in hexadecimal, or a reference and its base separated by a space
// ("-" for an empty reference). Standard output: one line for each, tab-separated: exact, safe,
// aggressive, surt, surt without scheme, surt without trailing comma, ssurt, surt of the aggressive
// form as CDX files have it. "error" for what is no URL. Exit status 1 at the first line that is
// not hexadecimal.
#include <doppel/url.h>

#include <charconv>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

namespace {

std::optional<std::string> from_hex(std::string_view hex) {
  if (hex == "-") return "";
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    uint8_t byte = 0;
    const char* end = hex.data() + i + 2;
    auto [stop, error] = std::from_chars(hex.data() + i, end, byte, 16);
    if (error != std::errc() || stop != end) return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string forms(const std::string& url) {
  auto all = doppel::url_forms(url);
  if (!all) return "error";
  return all->exact + "\t" + all->safe + "\t" + all->aggressive + "\t" + *doppel::surt(url) + "\t" +
         *doppel::surt(url, {.scheme = false}) + "\t" +
         *doppel::surt(url, {.trailing_comma = false}) + "\t" + *doppel::ssurt(url) + "\t" +
         *doppel::surt(all->aggressive, {.scheme = false, .trailing_comma = false});
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    size_t space = line.find(' ');
    auto first = from_hex(std::string_view(line).substr(0, space));
    auto base =
        space == line.npos ? std::optional<std::string>("") : from_hex(line.substr(space + 1));
    if (!first || !base) {
      std::cerr << "url_printer: not hexadecimal, " << line << "\n";
      return 1;
    }
    if (space == line.npos) {
      std::cout << forms(*first) << "\n";
    } else {
      auto resolved = doppel::resolve_url(*base, *first);
      std::cout << (resolved ? forms(*resolved) : "error") << "\n";
    }
  }
  return 0;
}
