// Is this input an archive, and how is it read?
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "archive/frames.h"
#include "codec/byte_stream.h"
#include "ingest/inputs.h"
#include "ingest/reader.h"
#include "io/file_window.h"

namespace doppel::ingest {

struct ArchiveFile {
  std::string path;  // for people
  std::shared_ptr<const io::File> file;
  uint64_t size = 0;
  archive::Shape shape = {};

  // Its bytes, for one reader.
  std::unique_ptr<io::FileWindow> window(TableMemory* memory = usual_memory()) const {
    return std::make_unique<io::FileWindow>(path, file, size, io::FileWindow::kReadAhead, memory);
  }
  // Records or units can be read apart, and copied as they lie there.
  bool in_pieces() const {
    return shape.compression == codec::Compression::kNone || shape.in_units;
  }
};

// The format a file's name speaks of: .warc, .wet, .wat or .arc, with or without .gz, .zst, .zstd
// or .lz4. Asked only when the content does not tell.
std::optional<archive::Format> format_of_name(std::string_view path);

// Nothing when the content is no archive. kIo when the file is gone, or longer or shorter than the
// input says. REQUIRES: a regular file, or a spool.
Result<std::optional<ArchiveFile>> open_archive(const Input& input);
Result<bool> is_archive(const Input& input);

// The frames of an archive. Packed bytes are held in `memory`, which must outlive them.
Result<std::unique_ptr<archive::FrameReader>> open_frames(const Input& input,
                                                          const ArchiveFile& archive,
                                                          const archive::FrameRange& range,
                                                          TableMemory* memory = usual_memory());

// Splits of an archive, appended; a whole one where it cannot be cut.
Status split_archive(const ArchiveFile& archive, uint32_t input, uint64_t target_bytes,
                     std::vector<Split>& splits);

// A reader over frames.
std::unique_ptr<Reader> archive_reader(const Input& input, const Split& split,
                                       const ReadOptions& options, archive::Format format,
                                       std::unique_ptr<archive::FrameReader> frames);

// Readers for input that is lines. Otherwise as open_reader().
Result<std::unique_ptr<Reader>> open_lines(const Input& input, const Split& split,
                                           const ReadOptions& options, TableMemory* memory);
Result<std::unique_ptr<Reader>> lines_over(std::unique_ptr<codec::ByteStream> stream,
                                           const Input& input, const Split& split,
                                           const ReadOptions& options, TableMemory* memory);
Status split_lines(const Input& input, uint32_t index, uint64_t target_bytes,
                   std::vector<Split>& splits);

}  // namespace doppel::ingest
