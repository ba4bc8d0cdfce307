// How much of some memory of this process is resident: its pages that would not fault when they are
// touched, as /proc/self/pagemap tells.
//
// Of a mapped file that is not what mincore() tells, which counts the pages in the system's cache,
// whether this process holds them or not. Cost: some 10 ns a page. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace doppel::spill {

class PageMap {
 public:
  PageMap();
  ~PageMap();
  PageMap(const PageMap&) = delete;
  PageMap& operator=(const PageMap&) = delete;

  // Bytes; nothing when the system does not tell. REQUIRES: begin is where a page begins.
  std::optional<uint64_t> resident(const void* begin, size_t bytes) const;

 private:
  int descriptor_;
};

}  // namespace doppel::spill
