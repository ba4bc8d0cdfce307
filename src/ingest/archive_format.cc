#include "ingest/archive_format.h"

#include <utility>

#include "archive/split_points.h"
#include "ingest/stream_records.h"
#include "io/byte_source.h"

namespace doppel::ingest {
namespace {

using codec::Compression;
using ShapePtr = std::shared_ptr<const archive::Shape>;

struct SizedFile {
  std::shared_ptr<const io::File> file;
  uint64_t size = 0;
};

Result<SizedFile> open_file(const Input& input) {
  Result<io::File> file = io::File::open(input.data_path());
  Result<uint64_t> size = file ? file->size() : file.error();
  // If its size is known, the input existed with that size when the run began.
  const bool known = input.size > 0;
  const bool gone = !file && file.error().code() == StatusCode::kNotFound;
  if (known && (gone || (size && *size != input.size))) return io::changed_while_read(input.path);
  if (!size) return size.error();
  return SizedFile{std::make_shared<const io::File>(*std::move(file)), *size};
}

Result<ArchiveFile> open_shaped(const Input& input, const ShapePtr& shape) {
  auto opened = open_file(input);
  if (!opened) return opened.error();
  return ArchiveFile{input.path, std::move(opened->file), opened->size, shape};
}

class ArchiveContent final : public Content {
 public:
  ArchiveContent(const Format& format, archive::Shape shape)
      : Content(format, shape.compression),
        shape_(std::make_shared<const archive::Shape>(std::move(shape))) {}

  const ShapePtr& shape() const { return shape_; }
  std::string_view suffix() const override {
    return shape_->format == archive::Format::kArc ? ".arc" : ".warc";
  }
  bool is_packed_anew() const override { return false; }

  Status plan_splits(const Input& input, uint32_t index, uint64_t target_bytes,
                     std::vector<Split>& splits) const override {
    auto archive = open_shaped(input, shape_);
    if (!archive) return archive.error();
    std::vector<uint64_t> points;
    if (archive->in_pieces()) {
      io::FileWindow bytes(archive->path, archive->file, archive->size, io::FileWindow::kHop);
      points = archive::find_split_points(bytes, *shape_, target_bytes);
      if (Status s = bytes.status(); !s.ok()) return s;
    }
    if (shape_->compression == Compression::kNone) {
      uint64_t begin = 0;
      for (uint64_t point : points) splits.push_back({index, std::exchange(begin, point), point});
      splits.push_back({index, begin, UINT64_MAX});
      return {};
    }
    auto guessed_points = std::make_shared<const std::vector<uint64_t>>(std::move(points));
    splits.push_back({.input = index, .guessed_points = guessed_points});
    for (uint64_t point : *guessed_points)
      splits.push_back({.input = index, .begin = point, .guessed_points = guessed_points});
    return {};
  }

  Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                              const ReadOptions& options,
                                              TableMemory* memory) const override {
    auto archive = open_shaped(input, shape_);
    if (!archive) return archive.error();
    archive::RecordRange range{split.begin, split.end, options.max_record_bytes};
    if (split.guessed_points) range.stops = *split.guessed_points;
    auto raw_records = open_raw_records(input, *archive, range, memory);
    if (!raw_records) return raw_records.error();
    return archive_reader(input, split, options, shape_->format, *std::move(raw_records));
  }

  Result<std::unique_ptr<Reader>> read_stream(std::unique_ptr<codec::ByteStream> stream,
                                              const Input& input, const Split& split,
                                              const ReadOptions& options,
                                              TableMemory*) const override {
    auto raw_records = stream_records(std::move(stream), shape_->format,
                                      {split.begin, split.end, options.max_record_bytes});
    return archive_reader(input, split, options, shape_->format, std::move(raw_records));
  }

 private:
  const ShapePtr shape_;
};

class ArchiveFormat final : public Format {
 public:
  bool has_name(std::string_view path) const override {
    path = codec::without_suffix(path);
    return path.ends_with(".warc") || path.ends_with(".wet") || path.ends_with(".arc");
  }

  Result<ContentPtr> recognise(const Input& input) const override {
    auto opened = open_file(input);
    if (!opened) return opened.error();
    io::FileWindow bytes(input.path, opened->file, opened->size, io::FileWindow::kHop);
    auto shape = archive::shape_of(bytes, format_of_name(input.path));
    if (Status s = bytes.status(); !s.ok()) return s;
    if (!shape) return ContentPtr();
    return ContentPtr(std::make_shared<ArchiveContent>(*this, *std::move(shape)));
  }

  ContentPtr recognise_stream(std::string_view path, std::string_view beginning) const override {
    std::optional<archive::Format> format = archive::format_of(beginning);
    if (!format) format = format_of_name(path);
    if (!format) return nullptr;
    return std::make_shared<ArchiveContent>(*this, archive::Shape{.format = *format});
  }
};

}  // namespace

const Format& archive_format() {
  static const ArchiveFormat format;
  return format;
}

std::optional<archive::Format> format_of_name(std::string_view path) {
  path = codec::without_suffix(path);
  if (path.ends_with(".warc") || path.ends_with(".wet") || path.ends_with(".wat")) {
    return archive::Format::kWarc;
  }
  if (path.ends_with(".arc")) return archive::Format::kArc;
  return std::nullopt;
}

Result<std::optional<ArchiveFile>> open_archive(const Input& input) {
  auto content = content_of(input);
  if (!content) return content.error();
  if (&(*content)->format() != &archive_format()) return std::optional<ArchiveFile>();
  auto opened = open_shaped(input, static_cast<const ArchiveContent&>(**content).shape());
  if (!opened) return opened.error();
  return std::optional<ArchiveFile>(*std::move(opened));
}

Result<std::unique_ptr<archive::RawRecordReader>> open_raw_records(
    const Input& input, const ArchiveFile& archive, const archive::RecordRange& range,
    TableMemory* memory) {
  if (archive.shape.compression == Compression::kNone) {
    // The window is for headers; blocks are read directly to where they are kept.
    constexpr size_t kHeads = size_t{32} << 10;
    return archive::plain_records(
        std::make_unique<io::FileWindow>(archive.path, archive.file, archive.size, kHeads, memory),
        archive.shape, range);
  }
  if (archive.shape.in_members) {
    return archive::packed_records(archive.window(memory), archive.shape, range);
  }
  auto source = io::open_source(input.data_path());
  if (!source) return source.error();
  auto stream = codec::open_stream(*std::move(source));
  if (!stream) return stream.error();
  return stream_records(*std::move(stream), archive.shape.format, range);
}

}  // namespace doppel::ingest
