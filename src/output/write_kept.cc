#include "output/write_kept.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>

#include "base/keyed_hash.h"
#include "codec/output_file.h"
#include "ingest/line_reader.h"

namespace doppel::output {
namespace {

constexpr uint64_t kPartBytes = uint64_t{16} << 20;

Status changed(const ingest::Input& input) {
  return io_error(input.path + ": changed while it was being read");
}

// A file that is read from beginning to end in large pieces. The position of a byte in the buffer
// and its offset in the file differ by whole memory pages, which the system copies fastest.
class InputWindow {
 public:
  explicit InputWindow(const io::File& file) : file_(file) {}

  // Returns fewer bytes at the end of the file. Valid until the next call.
  Result<std::string_view> read(uint64_t offset, uint64_t size) {
    if (offset < begin_ || offset + size > begin_ + bytes_.size()) {
      const size_t wanted = std::max(size, kBytes);
      buffer_.resize(std::max(buffer_.size(), wanted + kPage));
      const size_t at = (offset - reinterpret_cast<uintptr_t>(buffer_.data())) % kPage;
      auto n = file_.read_at(std::span(buffer_).subspan(at, wanted), offset);
      if (!n) return n.error();
      begin_ = offset;
      bytes_ = {&buffer_[at], *n};
    }
    return bytes_.substr(offset - begin_, size);
  }

 private:
  static constexpr size_t kBytes = size_t{256} << 10;  // stays in the second-level cache
  static constexpr size_t kPage = 4096;

  const io::File& file_;
  std::vector<char> buffer_;
  uint64_t begin_ = 0;
  std::string_view bytes_;  // from offset begin_ on
};

// Writes bytes at one position of a file. Blocks begin at multiples of their size, which takes the
// system three quarters of the time (0.10 s instead of 0.13 for 320 MB).
class PlacedOutput {
 public:
  PlacedOutput(const io::File& file, uint64_t to)
      : file_(file), begin_(to), to_(to), block_(kBlock) {}

  Status write(std::string_view bytes) {
    while (!bytes.empty()) {
      const size_t n = std::min(bytes.size(), kBlock - (to_ + used_) % kBlock);
      std::memcpy(&block_[used_], bytes.data(), n);
      used_ += n;
      bytes.remove_prefix(n);
      if ((to_ + used_) % kBlock != 0) continue;
      if (Status s = flush(); !s.ok()) return s;
    }
    return {};
  }

  // Starts writing to stable storage while other parts are still being written.
  Status finish() {
    Status s = flush();
    file_.begin_sync(begin_, to_ - begin_);
    return s;
  }

 private:
  Status flush() {
    Status s = file_.write_at({block_.data(), used_}, to_);
    to_ += used_;
    used_ = 0;
    return s;
  }

  static constexpr size_t kBlock = size_t{256} << 10;  // stays in the second-level cache

  const io::File& file_;
  const uint64_t begin_;
  uint64_t to_;  // where the block goes
  std::vector<char> block_;
  size_t used_ = 0;
};

}  // namespace

KeptWriter::KeptWriter(const KeptRecords& kept)
    : corpus_(kept.corpus),
      cover_(kept.cover),
      max_record_bytes_(kept.options.max_record_bytes),
      folder_(kept.folder),
      plain_(kept.corpus.inputs.size()) {}

Status KeptWriter::add(uint32_t input, size_t first, size_t last) {
  const ingest::Input& from = corpus_.inputs[input];
  const bool one_page = from.content->is_one_page();
  // A file that is a single page is written or not.
  if (one_page && (first == last || cover_.removals[first])) return {};
  if (one_page || from.content->compression() != codec::Compression::kNone) {
    parts_.push_back({input, first, last});
    return {};
  }
  plain_[input] = std::make_unique<PlainFile>(folder_.path(from.output_name));
  cut(input, first, last);
  return {};
}

void KeptWriter::cut(uint32_t input, size_t first, size_t last) {
  Part part{input, first, last};
  uint64_t to = 0;
  for (size_t i = first; i < last; ++i) {
    const Position& at = corpus_.pages[i].at;
    if (at.offset >= corpus_.pages[part.first].at.offset + kPartBytes) {
      parts_.push_back({input, part.first, i, part.to});
      plain_[input]->add_part();
      part = {input, i, last, to};
    }
    if (!cover_.removals[i]) to += at.length;
  }
  parts_.push_back(part);
  plain_[input]->add_part();
}

Result<const io::File*> KeptWriter::PlainFile::begin_part() {
  std::lock_guard lock(mutex_);
  if (!file_) {
    auto file = io::File::create_new(path_);
    if (!file) return file.error();
    file_ = *std::move(file);
  }
  return &*file_;
}

Status KeptWriter::PlainFile::end_part() {
  std::lock_guard lock(mutex_);
  if (--unwritten_ > 0) return {};
  if (Status s = file_->sync(); !s.ok()) return s;
  return file_->close();
}

Status KeptWriter::write(size_t part) {
  return plain_[parts_[part].input] ? write_plain(parts_[part]) : write_packed(parts_[part]);
}

Status KeptWriter::write_plain(const Part& part) const {
  const ingest::Input& from = corpus_.inputs[part.input];
  auto source = io::File::open(from.data_path());
  if (!source) return source.error();
  InputWindow window(*source);
  auto file = plain_[part.input]->begin_part();
  if (!file) return file.error();
  PlacedOutput out(**file, part.to);
  for (size_t i = part.first; i < part.last; ++i) {
    if (cover_.removals[i]) continue;
    const corpus::Page& page = corpus_.pages[i];
    auto line = window.read(page.at.offset, page.at.length);
    if (!line) return line.error();
    if (keyed_hash64(*line) != page.record_hash) return changed(from);
    if (Status s = out.write(*line); !s.ok()) return s;
  }
  if (Status s = out.finish(); !s.ok()) return s;
  return plain_[part.input]->end_part();
}

// Line by line, as the stream delivers them.
Status KeptWriter::write_packed(const Part& part) const {
  const ingest::Input& from = corpus_.inputs[part.input];
  auto file =
      codec::OutputFile::create_new(folder_.path(from.output_name), from.content->compression());
  if (!file) return file.error();
  auto lines = ingest::LineReader::open(from.data_path(), {.one_line = from.content->is_one_page()},
                                        max_record_bytes_);
  if (!lines) return lines.error();
  size_t next = part.first;  // the next page that is expected
  for (ingest::Line line; next < part.last;) {
    auto more = lines->next(line);
    if (!more) return more.error();
    if (!*more) return changed(from);
    const corpus::Page& page = corpus_.pages[next];
    if (page.at.offset != line.offset) continue;  // rejected
    if (!cover_.removals[next++]) {
      if (keyed_hash64(line.bytes) != page.record_hash) return changed(from);
      if (Status s = file->write(line.bytes); !s.ok()) return s;
    }
  }
  return file->finish();
}

Status KeptWriter::finish() {
  for (const Part& part : parts_) {
    const ingest::Input& from = corpus_.inputs[part.input];
    std::error_code failed;
    if (std::filesystem::file_size(from.data_path(), failed) != from.size) return changed(from);
  }
  return {};
}

}  // namespace doppel::output
