// The record lines of an input: where each begins, how long it is, its bytes.
//
// A record line is a line that is not blank: it has bytes other than space, tab and CR. Blank lines
// are skipped. The last line may lack its "\n". Some lines come with a reason instead of bytes:
//   kTooLarge             longer than the limit; skipped without being held in memory
//   kTruncated, kCorrupt  the stream is damaged. The complete lines before that are as usual; the
//                         unfinished line, even if it is empty, is the last item
//
// A line belongs to the range that contains its first byte:
//
//   plain file   |....\n......\n...|........\n....\n..|...
//   ranges       begin = 0         begin              begin
//
// Cost: one memchr over the bytes, no copy but the rest of a buffer. Memory: 256 KiB, or twice the
// longest line up to the limit, from the memory given. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/table.h"
#include "codec/byte_stream.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel::ingest {

struct Line {
  uint64_t offset = 0;     // of its first byte, in uncompressed bytes of the input
  uint64_t length = 0;     // line end included; of an unfinished line, what was read
  std::string_view bytes;  // line end included; valid until the next call of next()
  Reject reject = Reject::kNone;
  std::string_view detail;  // with reject; valid like bytes
};

// The lines that begin in [begin, end).
struct LineRange {
  uint64_t begin = 0;
  uint64_t end = UINT64_MAX;
  bool one_line = false;  // everything is one line, whatever is in it, even if it is empty
};

class LineReader {
 public:
  // max_bytes counts the line without its "\n".
  // REQUIRES: begin > 0 only for plain, regular files.
  // "-" is standard input.
  static Result<LineReader> open(const std::string& path, LineRange range, uint64_t max_bytes,
                                 TableMemory* memory = usual_memory());
  // The stream's first byte is byte begin - 1 of the input (byte 0 when begin is 0).
  static Result<LineReader> over(std::unique_ptr<codec::ByteStream> stream, LineRange range,
                                 uint64_t max_bytes, TableMemory* memory = usual_memory());

  // False if no line is left.
  Result<bool> next(Line& line);
  // Where the next line begins.
  uint64_t offset() const { return offset_; }
  // Bytes held.
  size_t capacity() const { return capacity_; }

 private:
  enum class Found { kLine, kTail, kTooLong };

  struct Free {
    TableMemory* memory;
    size_t bytes;
    void operator()(char* buffer) const { memory->deallocate(buffer, bytes); }
  };

  LineReader(std::unique_ptr<codec::ByteStream> stream, LineRange range, uint64_t max_bytes,
             TableMemory* memory);
  Status skip_to_begin();
  Result<Found> find_line(size_t& length);
  Result<bool> pass_long_line(Line& line);
  void fill_broken(Line& line);
  Status read_more();
  void make_room();
  void move_to(size_t capacity);
  void place(const char* from);
  void consume(size_t bytes);

  std::unique_ptr<codec::ByteStream> stream_;
  uint64_t end_;
  uint64_t max_bytes_;
  uint64_t offset_;  // of buffer_[at_] in the input
  TableMemory* memory_;

  // buffer_:  | used up | next line, searched | not searched | room |
  //           0         at_                   searched_      filled_  capacity_ and up to a page
  std::unique_ptr<char[], Free> buffer_;
  size_t capacity_ = 0;  // bytes that may be held
  size_t at_ = 0;
  size_t searched_ = 0;
  size_t filled_ = 0;
  bool stream_ended_ = false;
  bool finished_ = false;
  bool one_line_;
  std::string detail_;
};

}  // namespace doppel::ingest
