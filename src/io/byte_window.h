// The bytes of a file, of which those around one place are in memory.
//
// Units of an archive are unpacked whole, and their neighbours are found, wherever they lie: at()
// gives as many bytes from a place on as are wanted. Whoever does not know how many a unit has asks
// for some, and for more when they do not suffice (unpack_member.h). Nobody touches bytes that
// were not read, so nothing happens to the process when somebody cuts the file short.
//
// A file that cannot be read, or has become shorter, gives no more bytes, as if it ended there;
// status() says why, and whoever reads asks in the end. Not thread-safe: a window for each reader.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "doppel/status.h"

namespace doppel::io {

class ByteWindow {
 public:
  virtual ~ByteWindow() = default;
  ByteWindow(const ByteWindow&) = delete;
  ByteWindow& operator=(const ByteWindow&) = delete;

  // Of the whole file.
  uint64_t size() const { return size_; }

  // The bytes from there on that are in memory: `wanted` or more, as far as the file goes. Valid
  // until the next call.
  std::string_view at(uint64_t offset, size_t wanted) {
    if (offset >= size_) return {};
    wanted = static_cast<size_t>(std::min<uint64_t>(wanted, size_ - offset));
    if (offset >= begin_ && offset - begin_ <= held_.size()) {
      const std::string_view rest = held_.substr(static_cast<size_t>(offset - begin_));
      if (rest.size() >= wanted) return rest;
    }
    return load(offset, wanted);
  }

  // Copies bytes, as far as the file goes, and gives how many. What is not in memory is not held
  // there afterwards: for many at once.
  virtual size_t read(uint64_t offset, std::span<char> into) = 0;

  // kIo once bytes could not be read.
  virtual Status status() const = 0;

 protected:
  explicit ByteWindow(uint64_t size, std::string_view held = {}) : size_(size), held_(held) {}

  // What at() says, for bytes that are not held. REQUIRES: the file is so long.
  virtual std::string_view load(uint64_t offset, size_t wanted) = 0;

  const uint64_t size_;
  uint64_t begin_ = 0;  // of what is held
  std::string_view held_;
};

// A file that is in memory as a whole.
class MemoryBytes final : public ByteWindow {
 public:
  explicit MemoryBytes(std::string_view bytes) : ByteWindow(bytes.size(), bytes) {}

  size_t read(uint64_t offset, std::span<char> into) override {
    return at(offset, into.size()).copy(into.data(), into.size());
  }
  Status status() const override { return {}; }

 private:
  std::string_view load(uint64_t, size_t) override { return {}; }
};

}  // namespace doppel::io
