// Lines or an archive? Told by content, for files before anything is read, for pipes by their first
// bytes.
#include "ingest/reader.h"

#include <algorithm>
#include <utility>

#include "codec/byte_stream.h"
#include "ingest/archive_input.h"
#include "ingest/documents.h"
#include "ingest/stream_frames.h"

namespace doppel::ingest {
namespace {

// What is looked at of a pipe: as much as the longest head.
Result<std::unique_ptr<Reader>> open_pipe(const Input& input, const Split& split,
                                          const ReadOptions& options, TableMemory* memory) {
  Result<std::unique_ptr<io::ByteSource>> source = io::open_source(input.data_path());
  if (!source) return source.error();
  Result<std::unique_ptr<codec::ByteStream>> stream = codec::open_stream(*std::move(source));
  if (!stream) return stream.error();
  std::string head(archive::kMaxHeadBytes, '\0');
  Result<size_t> n = (*stream)->read(head);
  if (!n) return n.error();
  head.resize(*n);
  std::optional<archive::Format> format = archive::format_of(head);
  if (!format) format = format_of_name(input.path);
  auto whole = codec::prefixed_stream(std::move(head), *std::move(stream));
  if (!format) return lines_over(std::move(whole), input, split, options, memory);
  auto frames =
      stream_frames(std::move(whole), *format, {split.begin, split.end, options.max_record_bytes});
  return archive_reader(input, split, options, *format, std::move(frames));
}

}  // namespace

Result<std::vector<Split>> plan_splits(std::span<const Input> inputs, const SplitOptions& options) {
  std::vector<Split> splits;
  uint64_t target = std::max<uint64_t>(options.target_bytes, 1);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Input& input = inputs[i];
    auto index = static_cast<uint32_t>(i);
    if (input.read_once || input.size / 2 < target || is_document(input.path)) {
      splits.push_back({index});
      continue;
    }
    Result<std::optional<ArchiveFile>> archive = open_archive(input);
    if (!archive) return archive.error();
    if (*archive) {
      if (Status s = split_archive(**archive, index, target, splits); !s.ok()) return s;
    } else if (Status s = split_lines(input, index, target, splits); !s.ok()) {
      return s;
    }
  }
  return splits;
}

Status check_record_bytes(uint64_t bytes) {
  if (bytes <= kMaxRecordBytes) return {};
  return invalid_argument("a record may have at most " + std::to_string(kMaxRecordBytes) +
                          " bytes (got " + std::to_string(bytes) + ")");
}

Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                            const ReadOptions& options, TableMemory* memory) {
  if (Status s = check_record_bytes(options.max_record_bytes); !s.ok()) return s;
  if (input.read_once) return open_pipe(input, split, options, memory);
  if (split.plain_lines) return open_lines(input, split, options, memory);
  Result<std::optional<ArchiveFile>> archive = open_archive(input);
  if (!archive) return archive.error();
  if (!*archive) return open_lines(input, split, options, memory);
  archive::FrameRange range{split.begin, split.end, options.max_record_bytes};
  if (split.joints) range.stops = *split.joints;
  auto frames = open_frames(input, **archive, range, memory);
  if (!frames) return frames.error();
  return archive_reader(input, split, options, (*archive)->shape.format, *std::move(frames));
}

}  // namespace doppel::ingest
