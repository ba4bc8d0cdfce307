// html_speed PAGES: seconds of CPU for the full text and for the main content of all pages, one
// line each. PAGES is a sequence of (length as 4 little-endian bytes, bytes). For
// bench/html_peers.py.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extractor.h"

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<std::string_view> split(std::string_view sequence) {
  std::vector<std::string_view> pages;
  for (size_t at = 0; at + 4 <= sequence.size();) {
    uint32_t size = 0;
    std::memcpy(&size, sequence.data() + at, sizeof size);
    pages.push_back(sequence.substr(at + sizeof size, size));
    at += sizeof size + size;
  }
  return pages;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: html_speed PAGES\n", stderr);
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string sequence{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::string_view> pages = split(sequence);
  doppel::extract::Extractor extractor;
  size_t bytes = 0;
  for (bool main : {false, true}) {
    const double start = cpu_seconds();
    for (std::string_view page : pages) {
      const doppel::extract::ExtractedPage made = extractor.extract(page, {.main = main});
      bytes += main ? made.main.size() : made.full.size();
    }
    std::printf("%.6f\n", cpu_seconds() - start);
  }
  return bytes > 0 ? 0 : 1;
}
