// Each line of the main content is matched with the next equal line of the full text. If a line
// occurs twice, this may not be the occurrence that the extractor chose, but the words are the
// same. Greedy matching is safe: the earliest match leaves the most lines for those that follow.
//
// Tested by main_lines_test.cc.
#include "texts/main_lines.h"

namespace doppel::texts {
namespace {

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// The text without its first line, which has `size` bytes, and without the line feed after it.
std::string_view without_line(std::string_view text, size_t size) {
  return text.substr(size < text.size() ? size + 1 : size);
}

bool begins_with_line(std::string_view text, std::string_view line) {
  return text.starts_with(line) && (text.size() == line.size() || text[line.size()] == '\n');
}

// Extends the last piece by the line that follows it, or begins a new piece.
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
