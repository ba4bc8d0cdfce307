// An arena hands out memory that lives until clear(): one batch of records owns one arena.
//
// clear() keeps the capacity, so a batch that is used again allocates nothing. Addresses stay valid
// while the arena lives and is not cleared. Not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/table.h"

namespace doppel {

class Arena {
 public:
  static constexpr size_t kUsualBlock = size_t{64} << 10;

  explicit Arena(size_t block_bytes = kUsualBlock, TableMemory* memory = usual_memory())
      : block_bytes_(block_bytes), memory_(memory) {}

  // Uninitialised bytes, aligned to 8.
  char* allocate(size_t bytes);
  // A copy of the bytes.
  std::string_view copy(std::string_view bytes);
  // For callers that do not know yet how many bytes they need: room() returns the free end of the
  // current block, or a new block if that end is shorter than `at_least`. take() then keeps the
  // first bytes of that room, and must be called before anything else is allocated. Room that was
  // not taken is lost with the next call.
  struct Room {
    char* data = nullptr;
    size_t size = 0;
  };
  Room room(size_t at_least);
  void take(size_t bytes);
  // Makes all memory available again. Blocks that are much larger than usual are freed, and so are
  // blocks of usual size beyond the 64th.
  void clear();
  // Bytes held from the system.
  size_t capacity() const;

 private:
  struct Free {
    TableMemory* memory;
    size_t size;
    void operator()(char* bytes) const { memory->deallocate(bytes, size); }
  };
  struct Block {
    std::unique_ptr<char[], Free> bytes;
    size_t size = 0;
  };

  size_t block_bytes_;
  TableMemory* memory_;
  std::vector<Block> blocks_;
  size_t current_ = 0;  // index of the block in use
  size_t used_ = 0;     // bytes of it given out
};

}  // namespace doppel
