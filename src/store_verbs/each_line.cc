#include "store_verbs/each_line.h"

#include "doppel/url.h"
#include "ingest/line_reader.h"

namespace doppel::cli {
namespace {

// False: the callback wants no more.
Result<bool> read_lines(const std::string& file,
                        const std::function<bool(const std::string&)>& on_value) {
  auto lines = ingest::LineReader::open(file, {}, kMaxUrlBytes);
  if (!lines) return lines.error();
  ingest::Line line;
  while (true) {
    auto more = lines->next(line);
    if (!more) return more.error();
    if (!*more) return true;
    if (line.reject != Reject::kNone) return io_error(file + ": " + std::string(line.detail));
    std::string_view value = line.bytes;
    while (value.ends_with('\n') || value.ends_with('\r')) value.remove_suffix(1);
    if (!on_value(std::string(value))) return false;
  }
}

}  // namespace

Status for_each_line_of(const std::string& file,
                        const std::function<bool(const std::string&)>& on_line) {
  return read_lines(file, on_line).status();
}

Status for_each_line_or_value(const std::vector<std::string>& values,
                              const std::function<bool(const std::string&)>& on_value) {
  for (const std::string& value : values) {
    if (value != "-") {
      if (!on_value(value)) return {};
      continue;
    }
    auto more = read_lines("-", on_value);
    if (!more || !*more) return more.status();
  }
  return {};
}

}  // namespace doppel::cli
