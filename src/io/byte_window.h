// A window over a file: the bytes around one offset are in memory.
//
// Members of an archive are decompressed whole, wherever they are in the file: at() returns as many
// bytes from an offset on as the caller wants. A caller that does not know the length of a member
// asks for some bytes, and for more if they are not enough (codec/unpack_member.h). Files are read,
// not mapped, so the process does not get a signal when somebody truncates the file.
//
// If the file cannot be read, or has become shorter, it seems to end there. status() says why;
// callers must ask it after reading. Not thread-safe: each reader needs a window of its own.
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

  // The size of the whole file.
  uint64_t size() const { return size_; }

  // The bytes from `offset` on: at least `wanted`, or all up to the end of the file. Valid until
  // the next call.
  std::string_view at(uint64_t offset, size_t wanted) {
    if (offset >= size_) return {};
    wanted = static_cast<size_t>(std::min<uint64_t>(wanted, size_ - offset));
    if (offset >= begin_ && offset - begin_ <= held_.size()) {
      const std::string_view rest = held_.substr(static_cast<size_t>(offset - begin_));
      if (rest.size() >= wanted) return rest;
    }
    return load(offset, wanted);
  }

  // Copies bytes up to the end of the file, and returns how many. Bytes that were not in the window
  // are not kept there: for many bytes at once.
  virtual size_t read(uint64_t offset, std::span<char> into) = 0;

  // kIo once bytes could not be read.
  virtual Status status() const = 0;

 protected:
  explicit ByteWindow(uint64_t size, std::string_view held = {}) : size_(size), held_(held) {}

  // What at() returns, for bytes that are not in the window. REQUIRES: they are in the file.
  virtual std::string_view load(uint64_t offset, size_t wanted) = 0;

  const uint64_t size_;
  uint64_t begin_ = 0;  // of what is held
  std::string_view held_;
};

// A window over bytes that are all in memory.
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
