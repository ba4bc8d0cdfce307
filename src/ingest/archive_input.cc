#include "ingest/archive_input.h"

#include <utility>

#include "archive/cuts.h"
#include "ingest/stream_frames.h"

namespace doppel::ingest {

std::optional<archive::Format> format_of_name(std::string_view path) {
  path = codec::without_suffix(path);
  if (path.ends_with(".warc") || path.ends_with(".wet") || path.ends_with(".wat")) {
    return archive::Format::kWarc;
  }
  if (path.ends_with(".arc")) return archive::Format::kArc;
  return std::nullopt;
}

Result<std::optional<ArchiveFile>> open_archive(const Input& input) {
  Result<io::File> file = io::File::open(input.data_path());
  Result<uint64_t> size = file ? file->size() : file.error();
  // An input whose size is known was there, and had that size, when the run began.
  const bool known = input.size > 0;
  const bool gone = !file && file.error().code() == StatusCode::kNotFound;
  if (known && (gone || (size && *size != input.size))) return io::changed_while_read(input.path);
  if (!size) return size.error();
  ArchiveFile out{input.path, std::make_shared<const io::File>(*std::move(file)), *size};
  io::FileWindow bytes(out.path, out.file, out.size, io::FileWindow::kHop);
  std::optional<archive::Shape> shape = archive::shape_of(bytes, format_of_name(input.path));
  if (Status s = bytes.status(); !s.ok()) return s;
  if (!shape) return std::optional<ArchiveFile>();
  out.shape = *std::move(shape);
  return std::optional<ArchiveFile>(std::move(out));
}

Result<bool> is_archive(const Input& input) {
  auto archive = open_archive(input);
  if (!archive) return archive.error();
  return archive->has_value();
}

Result<std::unique_ptr<archive::FrameReader>> open_frames(const Input& input,
                                                          const ArchiveFile& archive,
                                                          const archive::FrameRange& range,
                                                          TableMemory* memory) {
  if (archive.shape.compression == codec::Compression::kNone) {
    // Heads are looked at here; blocks are read where they are kept.
    constexpr size_t kHeads = size_t{32} << 10;
    return archive::plain_frames(
        std::make_unique<io::FileWindow>(archive.path, archive.file, archive.size, kHeads, memory),
        archive.shape, range);
  }
  if (archive.shape.in_units) {
    return archive::packed_frames(archive.window(memory), archive.shape, range);
  }
  Result<std::unique_ptr<io::ByteSource>> source = io::open_source(input.data_path());
  if (!source) return source.error();
  Result<std::unique_ptr<codec::ByteStream>> stream = codec::open_stream(*std::move(source));
  if (!stream) return stream.error();
  return stream_frames(*std::move(stream), archive.shape.format, range);
}

Status split_archive(const ArchiveFile& archive, uint32_t input, uint64_t target_bytes,
                     std::vector<Split>& splits) {
  std::vector<uint64_t> cuts;
  if (archive.in_pieces()) {
    io::FileWindow bytes(archive.path, archive.file, archive.size, io::FileWindow::kHop);
    cuts = archive::find_cuts(bytes, archive.shape, target_bytes);
    if (Status s = bytes.status(); !s.ok()) return s;
  }
  if (archive.shape.compression == codec::Compression::kNone) {
    uint64_t begin = 0;
    for (uint64_t cut : cuts) splits.push_back({input, std::exchange(begin, cut), cut});
    splits.push_back({input, begin, UINT64_MAX});
    return {};
  }
  auto joints = std::make_shared<const std::vector<uint64_t>>(std::move(cuts));
  splits.push_back({.input = input, .joints = joints});
  for (uint64_t cut : *joints) splits.push_back({.input = input, .begin = cut, .joints = joints});
  return {};
}

}  // namespace doppel::ingest
