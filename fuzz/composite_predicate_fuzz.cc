// Any bytes may be given as a predicate over sketches or as a combination: it is refused, or it
// prints to something that parses to itself.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "similarity/composite_predicate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::unique_ptr<char[]> exact(new char[size]);
  std::copy_n(data, size, exact.get());
  const auto predicate = doppel::similarity::CompositePredicate::parse({exact.get(), size});
  if (!predicate) return 0;
  const auto again = doppel::similarity::CompositePredicate::parse(predicate->to_string());
  if (!again || *again != *predicate) std::abort();
  return 0;
}
