// Texts to measure on: the prose of examples/, repeated with seeded edits until there is enough.
// Real words in real proportions, so that word lengths and non-ASCII letters are as they are.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace doppel::bench {

inline std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// `bytes` of prose in texts of some 3 kB. DOPPEL_SOURCE_DIR is set by CMake.
inline std::vector<std::string> texts(size_t bytes, const char* file = "english.txt") {
  std::string prose =
      read_whole(std::filesystem::path(DOPPEL_SOURCE_DIR) / "examples" / "prose" / file);
  std::vector<std::string> words;
  for (size_t at = 0; at < prose.size();) {
    size_t end = prose.find_first_of(" \n", at);
    if (end == prose.npos) end = prose.size();
    words.push_back(prose.substr(at, end + 1 - at));
    at = end + 1;
  }
  std::mt19937_64 random(1);
  std::vector<std::string> out;
  for (size_t made = 0; made < bytes; made += out.back().size()) {
    std::string text;
    size_t from = random() % words.size();
    for (size_t i = 0; text.size() < 3000; ++i) {
      text += random() % 20 ? words[(from + i) % words.size()] : words[random() % words.size()];
    }
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace doppel::bench
