// Texts to test with: families of texts that differ in some words.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace doppel::support {

// Chains and clusters of texts, most of them edited copies of others.
inline std::vector<std::string> random_texts(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<int>> words(count);
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && random() % 8 != 0) words[i] = words[random() % i];
    if (words[i].empty()) {
      for (int n = 0; n < 60; ++n) words[i].push_back(static_cast<int>(random() % 5000));
    }
    for (size_t edits = random() % 4; edits > 0; --edits) {
      words[i][random() % words[i].size()] = static_cast<int>(random() % 5000);
    }
    words[i].push_back(static_cast<int>(10'000 + i));  // no two texts are equal
    std::string text;
    for (int word : words[i]) text += "w" + std::to_string(word) + " ";
    out.push_back(text);
  }
  return out;
}

}  // namespace doppel::support
