#include "cli/read_text.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "cli/program.h"
#include "doppel/text.h"
#include "ingest/byte_stream.h"

namespace doppel::cli {
namespace {

bool looks_like_html(std::string_view bytes) {
  size_t begin = std::min(bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), bytes.size());
  std::string head(bytes.substr(begin, 9));
  for (char& c : head) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return head.starts_with("<!doctype") || head.starts_with("<html");
}

}  // namespace

Result<std::string> read_text(const std::string& path) {
  constexpr size_t kStep = size_t{1} << 20, kLimit = size_t{1} << 30;
  if (std::filesystem::is_directory(path)) return not_found(path + ": is a folder, not a file");
  auto source = ingest::open_source({.path = path, .read_once = path == "-"});
  // Nothing has begun: what may not be read is as good as a wrong name.
  if (!source) return not_found(source.error().message());
  auto stream = ingest::open_stream(std::move(*source));
  if (!stream) return stream.error();
  std::string bytes;
  while (bytes.size() <= kLimit) {
    size_t before = bytes.size();
    bytes.resize(before + kStep);
    auto got = (*stream)->read({bytes.data() + before, kStep});
    if (!got) return got.error();
    bytes.resize(before + *got);
    if (*got == kStep) continue;
    const ingest::StreamEnd& end = (*stream)->end();
    if (end.reason != Reject::kNone) return io_error(path + ": " + end.detail);
    if (looks_like_html(bytes)) warn(path + ": is HTML, read as plain text with its tags");
    return valid_utf8(bytes);
  }
  return io_error(path + ": larger than 1 GiB");
}

}  // namespace doppel::cli
