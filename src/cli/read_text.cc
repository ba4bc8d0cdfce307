#include "cli/read_text.h"

#include <filesystem>
#include <system_error>

#include "cli/program.h"
#include "codec/byte_stream.h"
#include "doppel/text.h"

namespace doppel::cli {

Result<std::string> read_bytes(const std::string& path) {
  constexpr size_t kStep = size_t{1} << 20, kLimit = size_t{1} << 30;
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return not_found(path + ": this is a folder, not a file");
  auto source = io::open_source(path);
  // Nothing has begun yet, so a file that may not be read is treated like a wrong name.
  if (!source) return not_found(source.error().message());
  auto stream = codec::open_stream(std::move(*source));
  if (!stream) return stream.error();
  std::string bytes;
  while (bytes.size() <= kLimit) {
    size_t before = bytes.size();
    bytes.resize(before + kStep);
    auto got = (*stream)->read({bytes.data() + before, kStep});
    if (!got) return got.error();
    bytes.resize(before + *got);
    if (*got == kStep) continue;
    const codec::StreamEnd& end = (*stream)->end();
    if (end.reason != Reject::kNone) return io_error(path + ": " + end.detail);
    return bytes;
  }
  return io_error(path + ": larger than 1 GiB");
}

void ViewFlag::add(CLI::App& app) {
  app.add_option("--view", text_,
                 "text of an HTML page: its main content (main, default) or all (full)")
      ->type_name("VIEW")
      ->group("rules");
}

Result<View> ViewFlag::view() const {
  auto view = parse_view(text_);
  if (view && *view == View::kAny) {
    return invalid_argument("--view any compares two pages; to show one, use main or full");
  }
  return view;
}

Result<std::string> read_plain_text(const std::string& path) {
  auto bytes = read_bytes(path);
  if (!bytes) return bytes.error();
  return valid_utf8(*bytes);
}

Result<FileText> read_text(const std::string& path, View view, bool blocks) {
  auto bytes = read_bytes(path);
  if (!bytes) return bytes.error();
  FileText out;
  if (looks_like_html(*bytes, path)) {
    out.page = extract_html(*bytes, {.blocks = blocks, .links = blocks});
    out.text = view == View::kMain ? out.page->main : out.page->full;
  } else {
    out.text = valid_utf8(*bytes);
  }
  return out;
}

}  // namespace doppel::cli
