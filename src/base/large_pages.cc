#include "base/large_pages.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace doppel {
namespace {

class LargePageMemory : public TableMemory {
  static bool is_large(size_t bytes) { return bytes > 0 && bytes % kLargePageBytes == 0; }

  void* do_allocate(size_t bytes, size_t alignment) override {
    if (!is_large(bytes)) return usual_memory()->allocate(bytes, alignment);
    void* begin = std::aligned_alloc(kLargePageBytes, bytes);
    if (begin == nullptr) throw std::bad_alloc();
    madvise(begin, bytes, MADV_HUGEPAGE);  // a wish
    return begin;
  }

  void do_deallocate(void* begin, size_t bytes, size_t alignment) override {
    if (!is_large(bytes)) return usual_memory()->deallocate(begin, bytes, alignment);
    std::free(begin);
  }

  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

}  // namespace

TableMemory* large_page_memory() {
  static LargePageMemory memory;
  return &memory;
}

}  // namespace doppel
