// Any bytes behind an ampersand, on a buffer of exactly their size: a reference stays inside them,
// stands for valid UTF-8, and means the same whatever follows it; values decode to the end.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "doppel/text.h"
#include "html/references.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel::html;
  auto exact = std::make_unique<char[]>(size + 1);
  exact[0] = '&';
  if (size > 0) std::memcpy(exact.get() + 1, data, size);
  const std::string_view text(exact.get(), size + 1);
  for (bool in_attribute : {false, true}) {
    const Reference reference = read_reference(text, in_attribute);
    require(reference.consumed <= text.size() && reference.size <= sizeof reference.utf8);
    require((reference.consumed == 0) == (reference.size == 0));
    const std::string utf8(reference.utf8, reference.size);
    require(doppel::valid_utf8(utf8) == utf8);
    if (reference.consumed == 0) continue;
    const Reference alone = read_reference(text.substr(0, reference.consumed), in_attribute);
    require(alone.consumed == reference.consumed && alone.size == reference.size);
  }
  std::string value;
  append_attribute_value(text, value);
  require(value.find('\0') == value.npos);
  return 0;
}
