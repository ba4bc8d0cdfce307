// Any bytes as a page, its main content chosen: one decision a block, words kept where there are
// words, the same answer from an object that has seen other pages and from a new one.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "extract/block_reader.h"
#include "main_content/main_content.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel::main_content;
  static doppel::extract::BlockReader reader;
  static MainContent used;
  auto exact = std::make_unique<char[]>(size);
  if (size > 0) std::memcpy(exact.get(), data, size);
  const doppel::html::PageBlocks page = reader.read({exact.get(), size}, {.blocks = true});
  const MainChoice choice = used.choose(page);
  require(choice.keep.size() == page.blocks.size());
  uint32_t words = 0;
  for (const TextCounts& counts : used.counts()) words += counts.words;
  require((words > 0) == (choice.words > 0));
  MainContent fresh;
  const MainChoice again = fresh.choose(page);
  require(again.words == choice.words && again.rule == choice.rule && again.thin == choice.thin);
  require(std::equal(again.keep.begin(), again.keep.end(), choice.keep.begin()));
  return 0;
}
