#include "cli/read_text.h"

#include <filesystem>

#include "doppel/text.h"
#include "ingest/byte_stream.h"

namespace doppel::cli {

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
    return valid_utf8(bytes);
  }
  return io_error(path + ": larger than 1 GiB");
}

}  // namespace doppel::cli
