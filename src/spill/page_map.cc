#include "spill/page_map.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace doppel::spill {
namespace {

constexpr uint64_t kPresent = uint64_t{1} << 63;  // Documentation/admin-guide/mm/pagemap.rst

}  // namespace

PageMap::PageMap() : descriptor_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}

PageMap::~PageMap() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<uint64_t> PageMap::resident(const void* begin, size_t bytes) const {
  const auto page_bytes = static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
  uint64_t page = reinterpret_cast<uintptr_t>(begin) / page_bytes, found = 0;
  const uint64_t end = page + (bytes + page_bytes - 1) / page_bytes;
  std::array<uint64_t, 2048> entries;
  while (page < end) {
    const size_t wanted = static_cast<size_t>(std::min<uint64_t>(end - page, entries.size()));
    const ssize_t n = pread(descriptor_, entries.data(), wanted * sizeof(uint64_t),
                            static_cast<off_t>(page * sizeof(uint64_t)));
    if (n <= 0) return std::nullopt;
    const size_t got = static_cast<size_t>(n) / sizeof(uint64_t);
    if (got == 0) return std::nullopt;
    for (size_t i = 0; i < got; ++i) found += (entries[i] & kPresent) != 0;
    page += got;
  }
  return found * page_bytes;
}

}  // namespace doppel::spill
