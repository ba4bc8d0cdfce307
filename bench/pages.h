// Web pages to measure on. They are not part of the project: the folder of unpacked test data
// (tests/oracle/shared_data.py says where) or a file that packs them.
//
//   DOPPEL_PAGES=pages.bin     measure on these instead: for each page its length, 8 bytes, little-
//                              endian, then its bytes
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/corpus.h"

namespace doppel::bench {

struct Pages {
  std::vector<std::string> pages;
  size_t bytes = 0;

  void add(std::string page) {
    constexpr size_t kLongest = size_t{1} << 20;  // as Common Crawl cuts them
    page.resize(std::min(page.size(), kLongest));
    bytes += page.size();
    pages.push_back(std::move(page));
  }
};

inline Pages packed_pages(const std::filesystem::path& file) {
  Pages out;
  const std::string packed = read_whole(file);
  for (size_t at = 0; at + 8 <= packed.size();) {
    uint64_t size = 0;
    std::memcpy(&size, packed.data() + at, 8);
    if (size > packed.size() - at - 8) break;
    out.add(packed.substr(at + 8, size));
    at += 8 + size;
  }
  return out;
}

inline std::filesystem::path data_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"))
    return std::filesystem::path(cache) / "doppel/dev";
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home == nullptr ? "/" : home) / ".cache/doppel/dev";
}

// Every `step`-th .html file below the folders, in the order of their names, up to `bytes`.
inline Pages pages_below(const std::vector<std::string>& folders, size_t step, size_t bytes) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    std::error_code absent;
    for (const auto& entry : fs::recursive_directory_iterator(data_folder() / folder, absent)) {
      if (entry.path().extension() == ".html") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  Pages out;
  for (size_t i = 0; i < files.size() && out.bytes < bytes; i += step)
    out.add(read_whole(files[i]));
  return out;
}

// Ordinary web pages, and documentation: one tag in 27 bytes.
inline const Pages& web_pages() {
  static const char* packed = std::getenv("DOPPEL_PAGES");
  static const Pages pages = packed != nullptr
                                 ? packed_pages(packed)
                                 : pages_below({"trafilatura-eval", "html-gold"}, 2, 80 << 20);
  return pages;
}
inline const Pages& docs_pages() {
  static const Pages pages = pages_below({"debian-html"}, 4, 50 << 20);
  return pages;
}

}  // namespace doppel::bench
