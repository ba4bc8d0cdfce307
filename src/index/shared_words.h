// 64-bit words that never change once they are filled, with shared ownership: 8 bytes for a pointer
// and 8 for the number of owners. The owners know how many words there are.
//
// Thread safety: that of std::shared_ptr.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

namespace doppel::index {

class SharedWords {
 public:
  SharedWords() = default;
  // The words are not initialised.
  explicit SharedWords(size_t words)
      : block_(new (::operator new(sizeof(Block) + words * sizeof(uint64_t))) Block{1}) {}
  SharedWords(const SharedWords& other) : block_(other.block_) {
    if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  SharedWords(SharedWords&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  SharedWords& operator=(SharedWords other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~SharedWords() {
    if (block_ == nullptr || block_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    block_->~Block();
    ::operator delete(block_);
  }

  explicit operator bool() const { return block_ != nullptr; }
  const uint64_t* get() const { return words(); }
  // The words, to be filled. REQUIRES: they are not shared yet.
  uint64_t* fill() { return words(); }

  static constexpr size_t kHeaderBytes = sizeof(uint64_t);

 private:
  struct alignas(uint64_t) Block {
    std::atomic<uint64_t> owners;
  };

  uint64_t* words() const { return reinterpret_cast<uint64_t*>(block_ + 1); }

  Block* block_ = nullptr;
};

}  // namespace doppel::index
