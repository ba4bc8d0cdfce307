// Random ranks of texts in some markets, which may change.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"

namespace doppel::support {

class GivenRanks {
 public:
  GivenRanks(size_t texts, size_t markets, std::mt19937& random)
      : random_(random), ranks_(markets, std::vector<std::string>(texts)) {
    for (uint32_t i = 0; i < texts; ++i) draw({i});
  }

  void draw(TextId text) {
    for (auto& of_market : ranks_) {
      of_market[text.index()] = std::to_string(random_() % 1000) + " " + std::to_string(text.value);
    }
  }
  const std::string& rank(size_t market, TextId text) const { return ranks_[market][text.index()]; }
  // The first of these in the order of the market.
  std::vector<TextId> first(size_t market, const std::set<TextId>& texts, size_t limit) const {
    std::vector<TextId> out(texts.begin(), texts.end());
    std::sort(out.begin(), out.end(),
              [&](TextId a, TextId b) { return rank(market, a) < rank(market, b); });
    if (out.size() > limit) out.resize(limit);
    return out;
  }

 private:
  std::mt19937& random_;
  std::vector<std::vector<std::string>> ranks_;
};

}  // namespace doppel::support
