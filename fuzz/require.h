// What every fuzz target says of its inputs: this must hold, whatever the bytes are.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace doppel::fuzz {

inline void require(bool condition, std::string_view what = {}) {
  if (condition) return;
  if (!what.empty()) {
    std::fprintf(stderr, "fuzz: %.*s\n", static_cast<int>(what.size()), what.data());
  }
  std::abort();
}

}  // namespace doppel::fuzz
