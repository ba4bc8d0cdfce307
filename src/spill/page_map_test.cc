#include "spill/page_map.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace doppel::spill {
namespace {

TEST(PageMap, counts_the_pages_that_were_touched_and_not_let_go) {
  constexpr size_t kPage = 4096, kPages = 5000;
  if (sysconf(_SC_PAGE_SIZE) != kPage) GTEST_SKIP();
  const PageMap map;
  void* memory =
      mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, kPages * kPage, MADV_NOHUGEPAGE);
  if (!map.resident(memory, kPage)) GTEST_SKIP() << "this system does not tell";
  EXPECT_EQ(map.resident(memory, kPages * kPage), 0u);
  for (size_t i = 0; i < kPages; i += 10) static_cast<char*>(memory)[i * kPage] = 1;
  EXPECT_EQ(map.resident(memory, kPages * kPage), kPages / 10 * kPage);
  madvise(memory, kPages / 2 * kPage, MADV_DONTNEED);
  EXPECT_EQ(map.resident(memory, kPages * kPage), kPages / 20 * kPage);
  munmap(memory, kPages * kPage);
}

}  // namespace
}  // namespace doppel::spill
