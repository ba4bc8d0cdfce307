// Any bytes as a page in any charset, on a buffer of exactly their size: the answer is UTF-8 and
// its charset is known. The first byte chooses the label of the HTTP head.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "charset/charset.h"
#include "doppel/text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel::charset;
  static CharsetDecoder decoder;
  if (size == 0) return 0;
  const auto all = encodings();
  const std::string_view label = data[0] < all.size() ? all[data[0]].name : "";
  auto exact = std::make_unique<char[]>(size - 1);
  if (size > 1) std::memcpy(exact.get(), data + 1, size - 1);
  const DecodedPage page = decoder.decode({exact.get(), size - 1}, label);
  if (find_encoding(page.charset) == nullptr) std::abort();
  if (doppel::valid_utf8(page.utf8) != page.utf8) std::abort();
  return 0;
}
