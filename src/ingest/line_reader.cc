#include "ingest/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ingest/mutants.h"

namespace doppel::ingest {
namespace {

constexpr size_t kBufferBytes = size_t{256} << 10;  // stays in the second-level cache
// A larger buffer is freed after the line that needed it.
constexpr size_t kKeepBytes = size_t{16} << 20;

constexpr size_t kPage = 4096;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == line.npos; }

}  // namespace

Result<LineReader> LineReader::open(const std::string& path, LineRange range, uint64_t max_bytes,
                                    TableMemory* memory) {
  bool middle = range.begin > 0;
  Result<std::unique_ptr<io::ByteSource>> source =
      io::open_source(path, middle ? range.begin - 1 : 0);
  if (!source) return source.error();
  if (middle) return over(codec::plain_stream(*std::move(source)), range, max_bytes, memory);
  Result<std::unique_ptr<codec::ByteStream>> stream = codec::open_stream(*std::move(source));
  if (!stream) return stream.error();
  return over(*std::move(stream), range, max_bytes, memory);
}

Result<LineReader> LineReader::over(std::unique_ptr<codec::ByteStream> stream, LineRange range,
                                    uint64_t max_bytes, TableMemory* memory) {
  LineReader reader(std::move(stream), range, max_bytes, memory);
  if (range.begin > 0 && !mutant(Mutant::kSplitReadsPartOfALine)) {
    if (Status s = reader.skip_to_begin(); !s.ok()) return s;
  }
  return reader;
}

LineReader::LineReader(std::unique_ptr<codec::ByteStream> stream, LineRange range,
                       uint64_t max_bytes, TableMemory* memory)
    : stream_(std::move(stream)),
      end_(range.end),
      max_bytes_(max_bytes),
      offset_(range.begin > 0 ? range.begin - 1 : 0),
      memory_(memory),
      one_line_(range.one_line) {
  move_to(kBufferBytes);
}

// Skips the line that contains byte begin - 1: it belongs to the split before.
Status LineReader::skip_to_begin() {
  while (offset_ < end_) {
    if (Status s = read_more(); !s.ok()) return s;
    const void* newline = std::memchr(buffer_.get() + at_, '\n', filled_ - at_);
    if (newline != nullptr) {
      consume(static_cast<const char*>(newline) + 1 - (buffer_.get() + at_));
      return {};
    }
    consume(filled_ - at_);
    if (stream_ended_) return {};
  }
  return {};
}

Result<bool> LineReader::next(Line& line) {
  const uint64_t end = mutant(Mutant::kSplitReadsTheNextLine) ? end_ + (end_ != UINT64_MAX) : end_;
  while (!finished_ && offset_ < end) {
    size_t length = 0;
    Result<Found> found = find_line(length);
    if (!found) return found.error();

    line = Line{offset_, length, {buffer_.get() + at_, length}, Reject::kNone, {}};
    if (*found == Found::kTooLong) {
      Result<bool> is_record = pass_long_line(line);
      if (!is_record || *is_record) return is_record;
      continue;
    }
    consume(length);
    if (*found == Found::kTail) {
      finished_ = true;
      if (mutant(Mutant::kLastLineLost)) return false;
      if (stream_->end().reason != Reject::kNone && !mutant(Mutant::kBrokenLineIsWhole)) {
        fill_broken(line);
        return true;
      }
    }
    if (one_line_ || !is_blank(line.bytes) || mutant(Mutant::kBlankLinesAreRecords)) return true;
  }
  return false;
}

// Reads a whole line into the buffer, unless it is too long.
Result<LineReader::Found> LineReader::find_line(size_t& length) {
  while (true) {
    const char* start = buffer_.get() + at_;
    const void* newline =
        one_line_ ? nullptr : std::memchr(buffer_.get() + searched_, '\n', filled_ - searched_);
    if (newline != nullptr) {
      length = static_cast<const char*>(newline) + 1 - start;
      const size_t end_bytes = mutant(Mutant::kLimitCountsTheLineEnd) ? 0 : 1;
      return length - end_bytes > max_bytes_ ? Found::kTooLong : Found::kLine;
    }
    searched_ = filled_;
    length = filled_ - at_;
    if (length > max_bytes_) return Found::kTooLong;
    if (stream_ended_) return Found::kTail;
    if (Status s = read_more(); !s.ok()) return s;
    if (mutant(Mutant::kNewlineMissedAtBufferEnd) && searched_ < filled_) ++searched_;
  }
}

// Reads to the end of a line without keeping it in memory. False if it turns out to be blank.
Result<bool> LineReader::pass_long_line(Line& line) {
  bool blank = true, complete = false;
  line.length = 0;
  while (true) {
    std::string_view part(buffer_.get() + at_, filled_ - at_);
    size_t newline = one_line_ ? part.npos : part.find('\n');
    complete = newline != part.npos;
    if (complete) part = part.substr(0, newline + 1);
    blank = blank && is_blank(part);
    line.length += part.size();
    consume(part.size());
    if (complete || stream_ended_) break;
    if (Status s = read_more(); !s.ok()) return s;
  }
  finished_ = !complete;
  if (!complete && stream_->end().reason != Reject::kNone) {
    fill_broken(line);
    return true;
  }
  line.bytes = {};
  line.reject = Reject::kTooLarge;
  detail_ = "the record has " + std::to_string(line.length - (complete ? 1 : 0)) +
            " bytes, the limit is " + std::to_string(max_bytes_);
  line.detail = detail_;
  return !blank || mutant(Mutant::kLongBlankLinesAreRecords);
}

void LineReader::fill_broken(Line& line) {
  line.bytes = {};
  line.reject = stream_->end().reason;
  line.detail = stream_->end().detail;
}

Status LineReader::read_more() {
  make_room();
  size_t asked = std::min(capacity_ - (filled_ - at_), kBufferBytes);
  Result<size_t> n = stream_->read({buffer_.get() + filled_, asked});
  if (!n) return n.error();
  filled_ += *n;
  stream_ended_ = *n < asked;
  return {};
}

// Moves the unfinished line to the beginning of the buffer. Grows the buffer if the line fills it,
// and shrinks it after a huge line. A line is at most max_bytes_ long when this is called, so the
// buffer never grows beyond max_bytes_ + 1.
void LineReader::make_room() {
  size_t held = filled_ - at_;
  if (held == capacity_) {
    uint64_t limit = max_bytes_ < UINT64_MAX ? max_bytes_ + 1 : max_bytes_;
    move_to(std::min<uint64_t>(2 * capacity_, limit));
  } else if (capacity_ > kKeepBytes && held < kBufferBytes) {
    move_to(kBufferBytes);
  } else {
    place(buffer_.get());
  }
}

void LineReader::move_to(size_t capacity) {
  std::unique_ptr<char[], Free> old = std::move(buffer_);
  const size_t bytes = capacity + kPage;
  buffer_ = {static_cast<char*>(memory_->allocate(bytes)), Free{memory_, bytes}};
  capacity_ = capacity;
  place(old.get());
}

// Moves the bytes from `from` on so that the address of a byte and its offset in the file differ by
// a multiple of the page size. Then the system copies a page in a third of the time.
void LineReader::place(const char* from) {
  const size_t held = filled_ - at_;
  const size_t begin = (offset_ - reinterpret_cast<uintptr_t>(buffer_.get())) % kPage;
  if (held > 0) std::memmove(buffer_.get() + begin, from + at_, held);
  searched_ = searched_ - at_ + begin;
  at_ = begin;
  filled_ = begin + held;
}

void LineReader::consume(size_t bytes) {
  at_ += bytes;
  searched_ = at_;
  offset_ += bytes;
}

}  // namespace doppel::ingest
