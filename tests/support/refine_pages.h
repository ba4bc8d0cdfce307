// Pages of words that no two seeds share, and requests made of them.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "doppel/refine.h"

namespace doppel::support {

inline std::string page_text(uint64_t seed, size_t bytes) {
  std::mt19937_64 random(seed);
  std::string out;
  while (out.size() < bytes) {
    for (uint64_t n = random() % 7 + 2; n > 0; --n) out += static_cast<char>('a' + random() % 26);
    out += ' ';
  }
  out.resize(bytes);
  return out;
}

// Results in rank order from 1, each with its text.
inline RefineRequest request_of(const std::vector<std::string>& texts) {
  RefineRequest out;
  for (const std::string& text : texts) {
    const uint64_t rank = out.results.size() + 1;
    out.results.push_back({.rank = rank, .url = "http://" + std::to_string(rank), .text = text});
  }
  return out;
}

// "1 3 | 2": the groups by rank, the anchor first.
inline std::string shown(const Refined& refined) {
  std::string out;
  for (const RefinedGroup& group : refined.groups) {
    out += (out.empty() ? "" : " | ") + std::to_string(group.anchor.rank);
    for (const RefinedResult& member : group.members) out += " " + std::to_string(member.rank);
  }
  return out;
}

}  // namespace doppel::support
