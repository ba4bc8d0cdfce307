#include "archive/header_fields.h"

#include <algorithm>

#include "base/ascii.h"

namespace doppel::archive {
namespace {

bool is_continuation(std::string_view rest) {
  return !rest.empty() && (rest[0] == ' ' || rest[0] == '\t');
}

}  // namespace

size_t head_length(std::string_view bytes) {
  size_t line = 0;
  while (line < bytes.size()) {
    size_t newline = bytes.find('\n', line);
    if (newline == bytes.npos) return bytes.npos;
    size_t length = newline - line;
    if (length == 0 || (length == 1 && bytes[line] == '\r')) return newline + 1;
    line = newline + 1;
  }
  return bytes.npos;
}

// One line with its continuation lines; an empty line has none.
std::string_view FieldCursor::take_line() {
  size_t begin = at_;
  while (true) {
    size_t newline = lines_.find('\n', at_);
    at_ = newline == lines_.npos ? lines_.size() : newline + 1;
    std::string_view line = lines_.substr(begin, at_ - begin);
    if (line == "\r\n" || line == "\n" || !is_continuation(lines_.substr(at_))) return line;
  }
}

bool FieldCursor::next(Field& field) {
  while (at_ < lines_.size()) {
    if (!stop_.empty() && lines_.substr(at_).starts_with(stop_)) {
      stopped_at_ = at_;
      at_ = lines_.size();
      return false;
    }
    std::string_view line = take_line();
    if (line == "\r\n" || line == "\n") {
      head_length_ = at_;
      at_ = lines_.size();
      return false;
    }
    size_t colon = line.find(':');
    if (colon == line.npos) continue;
    field = {trim(line.substr(0, colon)), trim(line.substr(colon + 1))};
    return true;
  }
  return false;
}

std::optional<std::string_view> find_field(std::string_view lines, std::string_view name) {
  FieldCursor cursor(lines);
  for (Field field; cursor.next(field);) {
    if (equal_ignoring_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::string_view media_type_of(std::string_view content_type) {
  return trim(content_type.substr(0, content_type.find(';')));
}

std::string_view parameter_of(std::string_view value, std::string_view name) {
  size_t semicolon = value.find(';');
  while (semicolon != value.npos) {
    value.remove_prefix(semicolon + 1);
    semicolon = value.find(';');
    std::string_view part = value.substr(0, semicolon);
    size_t equals = part.find('=');
    if (equals == part.npos || !equal_ignoring_case(trim(part.substr(0, equals)), name)) continue;
    std::string_view found = trim(part.substr(equals + 1));
    if (found.size() >= 2 && found.front() == '"' && found.back() == '"') {
      found = found.substr(1, found.size() - 2);
    }
    return found;
  }
  return {};
}

}  // namespace doppel::archive
