// Sequential readers find the bytes that were read ahead. When they need more, the rest of these
// bytes moves to the front of the buffer. What moves is less than what is wanted, and as much again
// is read, up to 1 MiB. So a walk in small steps moves each byte a few times at most, however many
// bytes it wants to see at each step.
//
// Tested by file_window_test.cc.
#include "io/file_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace doppel::io {

Status changed_while_read(const std::string& path) {
  return io_error(path + ": changed while it was being read");
}

FileWindow::FileWindow(std::string path, std::shared_ptr<const File> file, uint64_t size,
                       size_t ahead, TableMemory* memory)
    : ByteWindow(size),
      path_(std::move(path)),
      file_(std::move(file)),
      ahead_(ahead),
      memory_(memory),
      buffer_(nullptr, Free{memory, 0}) {}

Result<std::unique_ptr<FileWindow>> FileWindow::open(const std::string& path) {
  Result<File> file = File::open(path);
  if (!file) return file.error();
  Result<uint64_t> size = file->size();
  if (!size) return size.error();
  return std::make_unique<FileWindow>(path, std::make_shared<const File>(*std::move(file)), *size);
}

FileWindow::Buffer FileWindow::new_buffer(size_t bytes) const {
  return Buffer(static_cast<char*>(memory_->allocate(bytes)), Free{memory_, bytes});
}

// REQUIRES: the file had these bytes when the window was made.
bool FileWindow::fill(uint64_t offset, std::span<char> into) {
  if (!status_.ok()) return false;
  Result<size_t> n = file_->read_at(into, offset);
  if (!n) {
    status_ = n.error();
  } else if (*n < into.size()) {
    status_ = changed_while_read(path_);
  }
  return status_.ok();
}

std::string_view FileWindow::load(uint64_t offset, size_t wanted) {
  constexpr size_t kMostAhead = size_t{1} << 20;
  const uint64_t left = size_ - offset;
  const size_t ahead = std::max(ahead_, wanted + std::min(wanted, kMostAhead));
  const auto room = static_cast<size_t>(std::min<uint64_t>(ahead, left));
  std::string_view kept;
  if (offset >= begin_ && offset - begin_ < held_.size()) {
    kept = held_.substr(static_cast<size_t>(offset - begin_)).substr(0, room);
  }
  // Memory that one large member needed is not kept for the members after it.
  const size_t capacity = buffer_.get_deleter().bytes;
  if (capacity < room || capacity > 8 * std::max(room, ahead_)) {
    Buffer larger = new_buffer(std::max(room, std::min<size_t>(ahead_, left)));
    if (!kept.empty()) std::memcpy(larger.get(), kept.data(), kept.size());
    buffer_ = std::move(larger);
  } else if (!kept.empty()) {
    std::memmove(buffer_.get(), kept.data(), kept.size());
  }
  begin_ = offset;
  held_ = {};
  if (!fill(offset + kept.size(), {buffer_.get() + kept.size(), room - kept.size()})) return {};
  held_ = {buffer_.get(), room};
  return held_;
}

size_t FileWindow::read(uint64_t offset, std::span<char> into) {
  if (offset >= size_) return 0;
  into = into.first(static_cast<size_t>(std::min<uint64_t>(into.size(), size_ - offset)));
  size_t done = 0;
  if (offset >= begin_ && offset - begin_ < held_.size()) {
    done = held_.copy(into.data(), into.size(), static_cast<size_t>(offset - begin_));
  }
  if (done < into.size() && !fill(offset + done, into.subspan(done))) return 0;
  return into.size();
}

}  // namespace doppel::io
