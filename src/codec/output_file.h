// A file of kept records, compressed like its input.
//
// The same input always gives the same bytes: gzip is one member, level 6, without a time or a
// name; zstd is one frame, level 3, with a checksum; lz4 is one frame with a checksum. Every error
// names the path and the system's reason, as in "out/x.jsonl: no space left on device".
//
// Only finish() completes the file. Without it the destructor closes an incomplete file, which the
// owner has to remove with DIR.partial. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codec/compression.h"
#include "doppel/status.h"
#include "io/file.h"

namespace doppel::codec {

class OutputSink;  // a codec and its file

class OutputFile {
 public:
  // Creates the file and the folders above it; a file of that name is replaced.
  static Result<OutputFile> create(const std::string& path, Compression compression);
  // The same, but kAlreadyExists if there is a file of that name.
  static Result<OutputFile> create_new(const std::string& path, Compression compression);
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  Status write(std::string_view bytes);
  // If this succeeds, everything is on stable storage. Call it once, last.
  Status finish();

 private:
  explicit OutputFile(std::unique_ptr<OutputSink> sink);
  static Result<OutputFile> over(Result<io::File> file, Compression compression);

  std::unique_ptr<OutputSink> sink_;
};

}  // namespace doppel::codec
