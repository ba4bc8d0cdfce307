// A few small input files out of the bytes of a fuzzer, in a form that people can write too.
//
//   abcde                     the first line: one choice of the target in each byte
//   === jsonl                 opens a file; the word gives the end of its name, and so its packing
//   {"text": "one two three"}
//   === warc.gz
//   WARC/1.0                  (the length "*" stands for that of the block)
//   Content-Length: *
//   ...
//   ---                       ends a member; members of a packed file are packed one by one
//
// A letter behind the three dashes says what is done with the member instead:
//   s  stored: packed without compression, so that its bytes stand in the file
//   e  packed, and hidden where readers do not look: in the extra field of the next gzip member, in
//      a skippable frame of zstd or lz4
//   n  packed, and made the name of the next gzip member, up to its first zero byte
//   c  the same as its comment
//   h  packed without compression and put before the contents of the next member: an archive in a
//      record of an archive
//   r  raw: copied as it is            t  packed, and the second half cut off
//
// Nothing is an error: what is not understood is content.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/temp_folder.h"

namespace doppel::fuzz {

struct InputFile {
  std::string name;  // unique, for example "0.jsonl", "1.warc.gz"
  std::string bytes;
};

// One byte of the first line; 0 behind its end.
class Choices {
 public:
  explicit Choices(std::string_view line) : line_(line) {}
  unsigned next(unsigned count) {
    return at_ < line_.size() ? static_cast<unsigned char>(line_[at_++]) % count : 0;
  }

 private:
  std::string_view line_;
  size_t at_ = 0;
};

struct FuzzInput {
  std::string_view choices;        // the first line
  std::vector<InputFile> files;    // at most kMaxFiles
  std::vector<std::string> edits;  // lines of a file "edits", which is not one of the inputs
};
inline constexpr size_t kMaxFiles = 4;

FuzzInput read_input(std::string_view bytes);

// Writes the files to the folder and returns their paths.
std::vector<std::string> write_files(const FuzzInput& input, const support::TempFolder& folder);

}  // namespace doppel::fuzz
