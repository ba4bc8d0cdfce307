// Web archives as inputs: WARC, WET and ARC, recognised by content (format.h).
//
// Only the shape of a recognised file is remembered, not an open file, because a run may have a
// hundred thousand of them. Readers open the file, and report an error if it has changed.
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
  std::string path;  // for messages
  std::shared_ptr<const io::File> file;
  uint64_t size = 0;
  std::shared_ptr<const archive::Shape> known_shape;
  const archive::Shape& shape = *known_shape;

  // A window over its bytes, for one reader.
  std::unique_ptr<io::FileWindow> window(TableMemory* memory = usual_memory()) const {
    return std::make_unique<io::FileWindow>(path, file, size, io::FileWindow::kReadAhead, memory);
  }
  // Whether records or members can be read separately, and copied without decompressing them.
  bool in_pieces() const {
    return shape.compression == codec::Compression::kNone || shape.in_members;
  }
};

// The format according to the file's name: .warc, .wet, .wat or .arc, compressed or not. Used only
// if the content does not show the format.
std::optional<archive::Format> format_of_name(std::string_view path);

// nullopt if the input is not an archive. kIo if the file does not exist any more, or if its size
// is not input.size. REQUIRES: a regular file, or a spooled one.
Result<std::optional<ArchiveFile>> open_archive(const Input& input);

// A reader of the raw records of an archive. Compressed bytes are in `memory`, which must outlive
// it.
Result<std::unique_ptr<archive::RawRecordReader>> open_raw_records(
    const Input& input, const ArchiveFile& archive, const archive::RecordRange& range,
    TableMemory* memory = usual_memory());

// A reader of records over a reader of raw records.
std::unique_ptr<Reader> archive_reader(const Input& input, const Split& split,
                                       const ReadOptions& options, archive::Format format,
                                       std::unique_ptr<archive::RawRecordReader> raw_records);

}  // namespace doppel::ingest
