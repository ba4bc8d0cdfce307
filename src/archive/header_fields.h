// "Name: value" lines, as WARC, HTTP and warc-fields blocks have them.
//
// Lines end in CRLF or LF. A line that begins with a space or tab continues the value before it;
// such a value is returned with its line break. Lines without a colon are ignored.
// Pure, linear; views point into the given bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace doppel::archive {

// Bytes up to and including the empty line that ends a header; npos if there is none in `bytes`.
size_t head_length(std::string_view bytes);

struct Field {
  std::string_view name, value;
};

class FieldCursor {
 public:
  // A line that begins with `stop` also ends the fields, unless `stop` is empty.
  explicit FieldCursor(std::string_view lines, std::string_view stop = {})
      : lines_(lines), stop_(stop) {}
  // False at the end: no field is left, or an empty line or `stop` was found.
  bool next(Field& field);
  // At the end: the bytes up to and including the empty line; npos if there was none.
  size_t head_length() const { return head_length_; }
  // The bytes before the line that begins with `stop`; npos if there was none.
  size_t stopped_at() const { return stopped_at_; }

 private:
  std::string_view take_line();

  std::string_view lines_, stop_;
  size_t at_ = 0;
  size_t head_length_ = std::string_view::npos;
  size_t stopped_at_ = std::string_view::npos;
};

// The value of the first field of that name.
std::optional<std::string_view> find_field(std::string_view lines, std::string_view name);

// Of "text/html; charset=utf-8": the part before the ';', and the value of a parameter without its
// quotes; empty if it is missing.
std::string_view media_type_of(std::string_view content_type);
std::string_view parameter_of(std::string_view value, std::string_view name);

}  // namespace doppel::archive
