// For tests: a window that holds exactly the bytes that were asked for, in memory of exactly that
// size, and only until the next call. So a sanitizer reports code that reads further, or later.
#pragma once

#include <memory>
#include <string_view>

#include "io/byte_window.h"

namespace doppel::io {

class BriefWindow final : public ByteWindow {
 public:
  explicit BriefWindow(std::string_view bytes) : ByteWindow(bytes.size()), bytes_(bytes) {}

  size_t read(uint64_t offset, std::span<char> into) override {
    if (offset >= bytes_.size()) return 0;
    return bytes_.copy(into.data(), into.size(), static_cast<size_t>(offset));
  }
  Status status() const override { return {}; }

 private:
  std::string_view load(uint64_t offset, size_t wanted) override {
    auto held = std::make_unique<char[]>(wanted);
    bytes_.copy(held.get(), wanted, static_cast<size_t>(offset));
    held_memory_ = std::move(held);
    begin_ = offset;
    held_ = {held_memory_.get(), wanted};
    return held_;
  }

  std::string_view bytes_;
  std::unique_ptr<char[]> held_memory_;
};

}  // namespace doppel::io
