#include <array>

#include "codec/byte_stream.h"
#include "ingest/format.h"
#include "io/byte_source.h"

namespace doppel::ingest {
namespace {

// The first decompressed bytes of a file. If it is damaged, those before the damage; the reader
// will report it.
Result<std::string> beginning_of(const Input& input) {
  auto source = io::open_source(input.data_path());
  if (!source) return source.error();
  auto stream = codec::open_stream(*std::move(source));
  if (!stream) return stream.error();
  std::string bytes(kOtherLookBytes, '\0');
  auto n = (*stream)->read(bytes);
  if (!n) return n.error();
  bytes.resize(*n);
  return bytes;
}

// All but the last, which accepts every file.
std::span<const Format* const> choosy_formats() { return formats().first(formats().size() - 1); }

}  // namespace

std::span<const Format* const> formats() {
  static const std::array<const Format*, 3> all = {&archive_format(), &document_format(),
                                                   &jsonl_format()};
  return all;
}

Result<Recognised> recognise(const Input& input) {
  for (const Format* format : choosy_formats()) {
    auto content = format->recognise(input);
    if (!content) return content.error();
    if (*content) return Recognised{*std::move(content), {}};
  }
  auto beginning = beginning_of(input);
  if (!beginning) return beginning.error();
  if (auto other = other_file(*beginning)) return Recognised{nullptr, std::move(other)};
  auto content = formats().back()->recognise(input);
  if (!content) return content.error();
  return Recognised{*std::move(content), {}};
}

Recognised recognise_stream(const Input& input, std::string_view beginning) {
  for (const Format* format : choosy_formats()) {
    if (ContentPtr content = format->recognise_stream(input.path, beginning)) {
      return {std::move(content), {}};
    }
  }
  if (auto other = other_file(beginning.substr(0, kOtherLookBytes))) {
    return {nullptr, std::move(other)};
  }
  return {formats().back()->recognise_stream(input.path, beginning), {}};
}

Status refusal(const std::string& path, const OtherFile& other) {
  const std::string name = path == "-" ? "standard input" : path;
  return invalid_argument(name + ": " + other.what + "; " + other.advice);
}

Result<ContentPtr> content_of(const Input& input) {
  if (input.content) return input.content;
  auto recognised = recognise(input);
  if (!recognised) return recognised.error();
  if (recognised->other) return refusal(input.path, *recognised->other);
  return std::move(recognised->content);
}

Status set_content(Input& input) {
  auto content = content_of(input);
  if (!content) return content.error();
  input.content = *std::move(content);
  return {};
}

}  // namespace doppel::ingest
