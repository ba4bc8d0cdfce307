// The stored names of the enumerations of types.h.
#include <array>

#include "base/guard.h"
#include "doppel/types.h"

namespace doppel {
namespace {

constexpr std::array<std::string_view, 8> kRejectNames = {"none",    "invalid_utf8", "invalid_json",
                                                          "no_text", "too_large",    "truncated",
                                                          "corrupt", "digest"};
constexpr std::array<std::string_view, 4> kLevelNames = {"bytes", "words", "near", "main_words"};

template <typename Names, typename Value>
std::string_view name_of(const Names& names, Value value) {
  const auto index = static_cast<size_t>(value);
  return index < names.size() ? names[index] : "unknown";
}

}  // namespace

std::string_view name(Reject reason) { return name_of(kRejectNames, reason); }

std::string_view name(Level level) { return name_of(kLevelNames, level); }

Result<Level> parse_level(std::string_view text) try {
  for (size_t i = 0; i < kLevelNames.size(); ++i) {
    if (kLevelNames[i] == text) return static_cast<Level>(i);
  }
  return invalid_argument("unknown level \"" + std::string(text) +
                          "\": use bytes, words, main_words or near");
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
