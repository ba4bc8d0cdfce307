// Web archives as inputs: WARC, WET and ARC, recognised by content (format.h).
//
// Of a file that was recognised its shape is remembered, not an open file: a run may have a hundred
// thousand of them. Whoever reads opens it, and learns when it is no longer the file it was.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "archive/raw_records.h"
#include "ingest/format.h"
#include "io/file_window.h"

namespace doppel::ingest {

// An archive that is open for reading.
struct ArchiveFile {
  std::string path;  // for people
  std::shared_ptr<const io::File> file;
  uint64_t size = 0;
  std::shared_ptr<const archive::Shape> known_shape;
  const archive::Shape& shape = *known_shape;

  // Its bytes, for one reader.
  std::unique_ptr<io::FileWindow> window(TableMemory* memory = usual_memory()) const {
    return std::make_unique<io::FileWindow>(path, file, size, io::FileWindow::kReadAhead, memory);
  }
  // Records or members can be read apart, and copied as they lie there.
  bool in_pieces() const {
    return shape.compression == codec::Compression::kNone || shape.in_members;
  }
};

// The format a file's name speaks of: .warc, .wet, .wat or .arc, packed or not. Asked only when the
// content does not tell.
std::optional<archive::Format> format_of_name(std::string_view path);

// Nothing when the input is no archive. kIo when the file is gone, or longer or shorter than the
// input says. REQUIRES: a regular file, or a spool.
Result<std::optional<ArchiveFile>> open_archive(const Input& input);

// The raw records of an archive. Packed bytes are held in `memory`, which must outlive them.
Result<std::unique_ptr<archive::RawRecordReader>> open_raw_records(
    const Input& input, const ArchiveFile& archive, const archive::RecordRange& range,
    TableMemory* memory = usual_memory());

// A reader over raw records.
std::unique_ptr<Reader> archive_reader(const Input& input, const Split& split,
                                       const ReadOptions& options, archive::Format format,
                                       std::unique_ptr<archive::RawRecordReader> raw_records);

}  // namespace doppel::ingest
