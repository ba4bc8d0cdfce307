#include "text/token_sinks.h"

#include <string>

namespace doppel::text {

void HashSink::hash_long_word(const char* word, size_t size, size_t at) {
  auto hash = [&](std::string_view bytes) {
    const SecretUnit secret = key_.unit(bytes);
    out_.fixed_[at] = unit_hash(bytes);
    out_.secret_.low[at] = secret.low;
    out_.secret_.high[at] = secret.high;
  };
  // Words of two or three times the usual length occur in every text; longer ones are rare.
  constexpr size_t kUsual = 64;
  char small[kUsual];
  if (size <= kUsual) {
    for (size_t i = 0; i < size; ++i) small[i] = static_cast<char>(word[i] | kSmallBit);
    return hash({small, size});
  }
  std::string all(word, size);
  for (char& c : all) c = static_cast<char>(c | kSmallBit);
  hash(all);
}

}  // namespace doppel::text
