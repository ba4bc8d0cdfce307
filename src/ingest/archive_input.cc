#include "ingest/archive_input.h"

#include <utility>

#include "archive/cuts.h"
#include "ingest/stream_frames.h"

namespace doppel::ingest {

std::optional<archive::Format> format_of_name(std::string_view path) {
  for (std::string_view packed : {".gz", ".zst", ".zstd", ".lz4"}) {
    if (path.ends_with(packed)) {
      path.remove_suffix(packed.size());
      break;
    }
  }
  if (path.ends_with(".warc") || path.ends_with(".wet") || path.ends_with(".wat")) {
    return archive::Format::kWarc;
  }
  if (path.ends_with(".arc")) return archive::Format::kArc;
  return std::nullopt;
}

Result<std::optional<ArchiveFile>> open_archive(const Input& input) {
  Result<MappedFile> file = MappedFile::open(input.data_path());
  // An input whose size is known was there, and had that size, when the run began.
  const bool known = input.size > 0;
  const bool gone = !file && file.error().code() == StatusCode::kNotFound;
  if (known && (gone || (file && file->bytes().size() != input.size))) {
    return io_error(input.path + ": changed while it was read");
  }
  if (!file) return file.error();
  std::optional<archive::Shape> shape =
      archive::shape_of(file->bytes(), format_of_name(input.path));
  if (!shape) return std::optional<ArchiveFile>();
  return std::optional<ArchiveFile>(ArchiveFile{*std::move(file), *std::move(shape)});
}

Result<bool> is_archive(const Input& input) {
  auto archive = open_archive(input);
  if (!archive) return archive.error();
  return archive->has_value();
}

Result<std::unique_ptr<archive::FrameReader>> open_frames(const Input& input,
                                                          const ArchiveFile& archive,
                                                          const archive::FrameRange& range) {
  std::string_view bytes = archive.file.bytes();
  if (archive.shape.packing == archive::Packing::kPlain) {
    return archive::plain_frames(bytes, archive.shape, range);
  }
  if (archive.shape.in_units) return archive::packed_frames(bytes, archive.shape, range);
  Result<std::unique_ptr<ByteSource>> source = open_source(input);
  if (!source) return source.error();
  Result<std::unique_ptr<ByteStream>> stream = open_stream(*std::move(source));
  if (!stream) return stream.error();
  return stream_frames(*std::move(stream), archive.shape.format, range);
}

void split_archive(const ArchiveFile& archive, uint32_t input, uint64_t target_bytes,
                   std::vector<Split>& splits) {
  std::vector<uint64_t> cuts;
  if (archive.in_pieces()) {
    cuts = archive::find_cuts(archive.file.bytes(), archive.shape, target_bytes);
  }
  if (archive.shape.packing == archive::Packing::kPlain) {
    uint64_t begin = 0;
    for (uint64_t cut : cuts) splits.push_back({input, std::exchange(begin, cut), cut});
    splits.push_back({input, begin, UINT64_MAX});
    return;
  }
  auto joints = std::make_shared<const std::vector<uint64_t>>(std::move(cuts));
  splits.push_back({.input = input, .joints = joints});
  for (uint64_t cut : *joints) splits.push_back({.input = input, .begin = cut, .joints = joints});
}

}  // namespace doppel::ingest
