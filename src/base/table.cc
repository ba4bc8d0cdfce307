#include "base/table.h"

#include <cassert>
#include <new>

namespace doppel {
namespace {

class UsualMemory final : public TableMemory {
  void* do_allocate(size_t bytes, [[maybe_unused]] size_t alignment) override {
    assert(alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    return ::operator new(bytes);
  }
  void do_deallocate(void* address, size_t bytes, size_t) override {
    ::operator delete(address, bytes);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

}  // namespace

TableMemory* usual_memory() {
  static UsualMemory memory;
  return &memory;
}

}  // namespace doppel
