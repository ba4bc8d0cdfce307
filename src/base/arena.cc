#include "base/arena.h"

#include <algorithm>
#include <cstring>

namespace doppel {

char* Arena::allocate(size_t bytes) {
  bytes = (bytes + 7) & ~size_t{7};
  while (current_ < blocks_.size()) {
    Block& block = blocks_[current_];
    if (block.size - used_ >= bytes) {
      char* out = block.bytes.get() + used_;
      used_ += bytes;
      return out;
    }
    ++current_;
    used_ = 0;
  }
  size_t size = std::max(bytes, block_bytes_);
  blocks_.push_back({{static_cast<char*>(memory_->allocate(size)), Free{memory_, size}}, size});
  used_ = bytes;
  return blocks_.back().bytes.get();
}

Arena::Room Arena::room(size_t at_least) {
  // The caller wants more room than it was given last, and has taken none of that.
  if (current_ < blocks_.size() && used_ == 0) {
    const size_t size = blocks_[current_].size;
    if (size > block_bytes_ && size < at_least) {
      blocks_.erase(blocks_.begin() + static_cast<ptrdiff_t>(current_));
    }
  }
  char* begin = allocate(at_least);
  used_ -= (at_least + 7) & ~size_t{7};
  return {begin, blocks_[current_].size - used_};
}

void Arena::take(size_t bytes) {
  used_ += std::min((bytes + 7) & ~size_t{7}, blocks_[current_].size - used_);
}

std::string_view Arena::copy(std::string_view bytes) {
  if (bytes.empty()) return {};
  char* out = allocate(bytes.size());
  std::memcpy(out, bytes.data(), bytes.size());
  return {out, bytes.size()};
}

void Arena::clear() {
  // One huge record must not pin its memory for the rest of the run.
  constexpr size_t kHuge = 16;
  std::erase_if(blocks_, [&](const Block& b) { return b.size > kHuge * block_bytes_; });
  // Blocks that were skipped because a larger one was needed are not full: they must not pile up.
  constexpr size_t kMost = 64;
  while (capacity() > kMost * block_bytes_) blocks_.pop_back();
  current_ = 0;
  used_ = 0;
}

size_t Arena::capacity() const {
  size_t sum = 0;
  for (const Block& block : blocks_) sum += block.size;
  return sum;
}

}  // namespace doppel
