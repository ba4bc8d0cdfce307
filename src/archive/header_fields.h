// "Name: value" lines, as WARC, HTTP and warc-fields blocks have them.
//
// Lines end in CRLF or LF. A line that begins with a space or tab goes on the value before it; such
// a value is given as it stands, its line break included. Lines without a colon are passed over.
// Pure, linear; views point into the given bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace doppel::archive {

// Bytes up to and including the empty line that ends a head; npos when there is none in `bytes`.
size_t head_length(std::string_view bytes);

struct Field {
  std::string_view name, value;
};

class FieldCursor {
 public:
  // A line that begins with `stop`, unless that is empty, ends the fields, too.
  explicit FieldCursor(std::string_view lines, std::string_view stop = {})
      : lines_(lines), stop_(stop) {}
  // False: no field is left, an empty line was met, or `stop`.
  bool next(Field& field);
  // After that: bytes up to and including the empty line; npos when there was none.
  size_t head_length() const { return head_length_; }
  // Bytes before the line that begins with `stop`; npos when there was none.
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

// "text/html; charset=utf-8": what stands before the ';', and the value of a parameter, without
// quotes; empty when missing.
std::string_view media_type_of(std::string_view content_type);
std::string_view parameter_of(std::string_view value, std::string_view name);

}  // namespace doppel::archive
