// Each line of the main content is taken to be the next line of the full text that equals it. It
// may be another one than the page had in mind, if a line occurs twice; the words are the same.
// Taking the first that fits never keeps a later line from being found.
//
// Tested by main_lines_test.cc.
#include "texts/main_lines.h"

namespace doppel::texts {
namespace {

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// Without its first line, which has that size, and the line feed after it.
std::string_view without_line(std::string_view text, size_t size) {
  return text.substr(size < text.size() ? size + 1 : size);
}

bool begins_with_line(std::string_view text, std::string_view line) {
  return text.starts_with(line) && (text.size() == line.size() || text[line.size()] == '\n');
}

// Lengthens the last piece by a line that follows it, or begins another.
void append_line(std::string_view line, bool in_main, std::vector<TextPiece>& out) {
  if (out.empty() || out.back().in_main != in_main) {
    out.push_back({line, in_main});
  } else {
    const char* begin = out.back().text.data();
    out.back().text = {begin, static_cast<size_t>(line.data() + line.size() - begin)};
  }
}

}  // namespace

bool split_by_main(std::string_view main, std::string_view full, std::vector<TextPiece>& out) {
  out.clear();
  while (!main.empty()) {
    const std::string_view wanted = first_line(main);
    while (!begins_with_line(full, wanted)) {
      if (full.empty()) return false;
      const std::string_view other = first_line(full);
      append_line(other, false, out);
      full = without_line(full, other.size());
    }
    append_line(full.substr(0, wanted.size()), true, out);
    full = without_line(full, wanted.size());
    main = without_line(main, wanted.size());
  }
  if (!full.empty()) append_line(full, false, out);
  return true;
}

}  // namespace doppel::texts
