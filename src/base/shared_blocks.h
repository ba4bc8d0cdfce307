// Blocks of values of one length; copies share the blocks that neither of them changed since.
//
// A copy costs a pointer for every 64 blocks. After that, the array that is changed first copies
// the block that it changes, once; nothing is copied as long as there is only one array. So one
// thread can continue to change an array while others read the copy that it made for them. A block
// is freed with the last array that has it.
//
//   copy      | branch | branch |           a branch holds 64 blocks
//   original  | branch | branch'|           changed: a new branch that shares 63 blocks
//
// Thread safety: one thread changes an array and makes copies of it. A copy that nobody changes may
// be read by many threads, whatever happens to the original.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace doppel {

template <typename T>
class SharedBlocks {
 public:
  explicit SharedBlocks(size_t block_length) : block_length_(block_length) {}
  SharedBlocks(const SharedBlocks& other)
      : block_length_(other.block_length_),
        branches_(other.branches_),
        size_(other.size_),
        version_(++other.version_) {}
  SharedBlocks(SharedBlocks&&) noexcept = default;
  SharedBlocks& operator=(SharedBlocks other) noexcept {
    std::swap(block_length_, other.block_length_);
    std::swap(branches_, other.branches_);
    std::swap(size_, other.size_);
    std::swap(version_, other.version_);
    return *this;
  }
  ~SharedBlocks() = default;

  // How many blocks there are.
  size_t size() const { return size_; }
  // REQUIRES: block < size(), for both.
  const T* operator[](size_t block) const {
    return branches_[block / kWidth]->values[block % kWidth];
  }
  // The same block, for writing. Valid until the next copy is made.
  T* change(size_t block) {
    Branch& branch = own_branch(block / kWidth);
    const size_t at = block % kWidth;
    if (branch.owners[at].version != version_) {
      auto mine = std::make_shared<T[]>(block_length_);
      std::copy_n(branch.values[at], block_length_, mine.get());
      branch.set(at, std::move(mine), version_);
    }
    return branch.values[at];
  }
  // One more block, of values T().
  void push_back() {
    if (size_ % kWidth == 0) branches_.push_back(std::make_shared<Branch>(version_));
    own_branch(size_ / kWidth).set(size_ % kWidth, std::make_shared<T[]>(block_length_), version_);
    ++size_;
  }

  size_t bytes() const {
    return branches_.size() * sizeof(Branch) + size_ * block_length_ * sizeof(T);
  }

 private:
  static constexpr size_t kWidth = 64;
  // Blocks and branches made since the last copy have the array's version and are not shared.
  struct Owner {
    std::shared_ptr<T[]> block;
    uint64_t version = 0;
  };
  struct Branch {
    explicit Branch(uint64_t of_version) : version(of_version) {}
    void set(size_t at, std::shared_ptr<T[]> block, uint64_t of_version) {
      values[at] = block.get();
      owners[at] = {std::move(block), of_version};
    }

    std::array<T*, kWidth> values = {};  // what is looked up, close together
    std::array<Owner, kWidth> owners = {};
    uint64_t version;
  };

  Branch& own_branch(size_t at) {
    std::shared_ptr<Branch>& branch = branches_[at];
    if (branch->version != version_) {
      branch = std::make_shared<Branch>(*branch);
      branch->version = version_;
    }
    return *branch;
  }

  size_t block_length_;
  std::vector<std::shared_ptr<Branch>> branches_;
  size_t size_ = 0;
  mutable uint64_t version_ = 0;  // how often it was copied
};

}  // namespace doppel
