#include "archive/chunked.h"

#include <algorithm>
#include <cstring>

namespace doppel::archive {
namespace {

// "1a; name=value" CRLF.
struct SizeLine {
  bool found = false;
  bool incomplete = false;
  uint64_t size = 0;
  size_t length = 0;  // of the line, its end included
};

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

SizeLine read_size(std::string_view rest) {
  constexpr size_t kMaxLine = 4096;  // extensions are short and hardly ever used
  constexpr size_t kMaxDigits = 15;
  SizeLine line;
  size_t newline = rest.substr(0, kMaxLine).find('\n');
  line.incomplete = newline == rest.npos && rest.size() < kMaxLine;
  size_t at = 0;
  while (at < rest.size() && at <= kMaxDigits && hex_value(rest[at]) >= 0) {
    line.size = line.size * 16 + static_cast<uint64_t>(hex_value(rest[at++]));
  }
  if (at == 0 || at > kMaxDigits || newline == rest.npos) return line;
  while (at < newline && (rest[at] == ' ' || rest[at] == '\t' || rest[at] == '\r')) ++at;
  line.found = at == newline || rest[at] == ';';
  line.length = newline + 1;
  return line;
}

size_t line_end_length(std::string_view rest) {
  if (rest.starts_with("\r\n")) return 2;
  return rest.starts_with('\n') ? 1 : 0;
}

}  // namespace

Dechunked dechunk(std::string_view body, char* out) {
  Dechunked done;
  bool first = true;
  while (true) {
    SizeLine line = read_size(body);
    if (!line.found) {
      bool cut = body.empty() || line.incomplete;
      done.end = first ? ChunkedEnd::kNotChunked
                 : cut ? ChunkedEnd::kTruncated
                       : ChunkedEnd::kBroken;
      return done;
    }
    first = false;
    body.remove_prefix(line.length);
    if (line.size == 0) {
      done.end = ChunkedEnd::kWhole;
      return done;
    }
    size_t n = static_cast<size_t>(std::min<uint64_t>(line.size, body.size()));
    std::memmove(out + done.bytes, body.data(), n);
    done.bytes += n;
    body.remove_prefix(n);
    body.remove_prefix(line_end_length(body));
  }
}

}  // namespace doppel::archive
