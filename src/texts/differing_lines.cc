// Tested by differing_lines_test.cc.
#include "texts/differing_lines.h"

#include <algorithm>
#include <cstring>

namespace doppel::texts {
namespace {

constexpr size_t kStep = 64;  // bytes compared at once

size_t common_prefix(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t at = 0;
  while (at + kStep <= most && std::memcmp(a.data() + at, b.data() + at, kStep) == 0) at += kStep;
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

size_t common_suffix(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  const char *a_end = a.data() + a.size(), *b_end = b.data() + b.size();
  size_t size = 0;
  while (size + kStep <= most &&
         std::memcmp(a_end - size - kStep, b_end - size - kStep, kStep) == 0) {
    size += kStep;
  }
  while (size < most && a_end[-1 - static_cast<std::ptrdiff_t>(size)] ==
                            b_end[-1 - static_cast<std::ptrdiff_t>(size)]) {
    ++size;
  }
  return size;
}

}  // namespace

DifferingLines differing_lines(std::string_view left, std::string_view right) {
  const size_t begin = left.substr(0, common_prefix(left, right)).rfind('\n');
  if (begin != std::string_view::npos) {
    left.remove_prefix(begin + 1);
    right.remove_prefix(begin + 1);
  }
  const std::string_view end = left.substr(left.size() - common_suffix(left, right));
  if (const size_t feed = end.find('\n'); feed != std::string_view::npos) {
    left.remove_suffix(end.size() - feed);
    right.remove_suffix(end.size() - feed);
  }
  return {left, right};
}

}  // namespace doppel::texts
