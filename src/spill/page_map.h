// How much of some memory of this process is resident: pages that can be accessed without a page
// fault, according to /proc/self/pagemap.
//
// For a mapped file this differs from mincore(), which counts pages in the system's cache, whether
// this process has them mapped or not. Cost: some 10 ns a page. Thread-safe.
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

  // In bytes; nullopt if the system does not say. REQUIRES: `begin` is the beginning of a page.
  std::optional<uint64_t> resident(const void* begin, size_t bytes) const;

 private:
  int descriptor_;
};

}  // namespace doppel::spill
