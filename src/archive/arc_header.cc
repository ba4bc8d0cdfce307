#include "archive/arc_header.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace doppel::archive {
namespace {

constexpr size_t kFieldsV1 = 5, kFieldsV2 = 10;

// Takes the last word of the line.
std::string_view take_last(std::string_view& line) {
  size_t space = line.find_last_of(' ');
  std::string_view word = space == line.npos ? line : line.substr(space + 1);
  line = line.substr(0, space == line.npos ? 0 : space);
  return word;
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Twelve digits in the oldest files, fourteen in most, seventeen in some (with milliseconds).
bool is_date(std::string_view text) {
  return all_digits(text) && text.size() >= 12 && text.size() <= 20;
}

bool is_scheme(std::string_view url) {
  constexpr size_t kLongest = 64;  // twice the longest that is registered
  size_t colon = url.substr(0, kLongest).find(':');
  if (colon == url.npos || colon == 0) return false;
  return std::all_of(url.begin(), url.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.';
  });
}

// Reads the fields before the length, of a line with this number of fields. True if the third of
// them is a date.
bool read_fields(std::string_view line, size_t fields, ArcHeader& out) {
  for (size_t i = fields - 1; i > 4; --i) take_last(line);
  out.media_type = take_last(line);
  out.date = take_last(line);
  take_last(line);  // the address
  out.url = line;
  return is_date(out.date) && is_scheme(out.url);
}

}  // namespace

HeaderFault parse_arc_header(std::string_view bytes, ArcHeader& out) {
  out = {};
  size_t newline = bytes.substr(0, kMaxArcLine).find('\n');
  out.header_bytes = newline == bytes.npos ? std::min(bytes.size(), kMaxArcLine) : newline + 1;
  if (newline == bytes.npos) {
    return bytes.size() < kMaxArcLine ? HeaderFault::kIncomplete : HeaderFault::kNoHeader;
  }
  std::string_view line = trim(bytes.substr(0, newline));
  std::string_view length = take_last(line);
  if (!read_fields(line, kFieldsV1, out) && !read_fields(line, kFieldsV2, out)) {
    return HeaderFault::kNoHeader;
  }
  auto [end, error] =
      std::from_chars(length.data(), length.data() + length.size(), out.content_length);
  bool number = error == std::errc() && end == length.data() + length.size();
  return number && out.content_length < uint64_t{1} << 63 ? HeaderFault::kNone
                                                          : HeaderFault::kNoLength;
}

bool begins_arc_file(std::string_view bytes) { return bytes.starts_with("filedesc:"); }

}  // namespace doppel::archive
