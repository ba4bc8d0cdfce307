// Any bytes may be given as a predicate: it is refused, or it prints to something that parses to
// itself.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "doppel/predicate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto exact = std::make_unique<char[]>(size);
  if (size > 0) std::memcpy(exact.get(), data, size);
  auto predicate = doppel::Predicate::parse({exact.get(), size});
  if (!predicate) return 0;
  auto again = doppel::Predicate::parse(predicate->to_string());
  if (!again || *again != *predicate) std::abort();
  return 0;
}
