#include "text/number_mask.h"

#include "characters/code_points.h"

namespace doppel::text {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Does the text at `at` have this shape? In a shape, 'd' is a digit and any other character is
// itself.
bool has_shape(std::string_view utf8, size_t at, std::string_view shape) {
  if (utf8.size() - at < shape.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    char c = utf8[at + i];
    if (shape[i] == 'd' ? !is_digit(c) : c != shape[i]) return false;
  }
  return true;
}

// Does the word, if any, end at `at`? Code points that are dropped do not count.
bool word_ends(std::string_view utf8, size_t at) {
  while (at < utf8.size()) {
    const characters::Kind kind =
        characters::code_point(characters::next_code_point(utf8, at)).kind();
    // A spaceless letter begins a token of its own, so the number before it has ended.
    if (kind != characters::Kind::kDropped)
      return kind == characters::Kind::kSeparator || kind == characters::Kind::kSpaceless;
  }
  return true;
}

}  // namespace

NumberMatch match_number(std::string_view utf8, size_t at) {
  struct Shape {
    std::string_view shape, token;
  };
  constexpr Shape kShapes[] = {{"dddd-dd-dd", "DATE"}, {"dd:dd", "TIME"}, {"d:dd", "TIME"}};
  for (const Shape& s : kShapes) {
    if (has_shape(utf8, at, s.shape) && word_ends(utf8, at + s.shape.size())) {
      return {s.token, s.shape.size()};
    }
  }
  size_t digits = 0;
  while (at + digits < utf8.size() && is_digit(utf8[at + digits])) ++digits;
  if (digits > 0 && word_ends(utf8, at + digits)) return {"NUM", digits};
  return {};
}

}  // namespace doppel::text
