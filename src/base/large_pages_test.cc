#include "base/large_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace doppel {
namespace {

TEST(LargePages, whole_ones_begin_at_one) {
  for (size_t pages : {1, 3}) {
    const size_t bytes = pages * kLargePageBytes;
    void* begin = large_page_memory()->allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(begin) % kLargePageBytes, 0U);
    std::memset(begin, 1, bytes);
    large_page_memory()->deallocate(begin, bytes);
  }
}

TEST(LargePages, other_sizes_are_as_usual) {
  for (size_t bytes : {size_t{1}, size_t{100}, kLargePageBytes + 1}) {
    void* begin = large_page_memory()->allocate(bytes);
    std::memset(begin, 1, bytes);
    large_page_memory()->deallocate(begin, bytes);
  }
}

}  // namespace
}  // namespace doppel
