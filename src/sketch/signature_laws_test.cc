// Laws of the signature record over arbitrary values and arbitrary bytes.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "doppel/signature.h"

namespace doppel {
namespace {

using Numbers = std::vector<uint64_t>;

Numbers ascending(Numbers values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

RC_GTEST_PROP(SignatureRecord, gives_back_any_signature, (const Numbers& bottom, uint64_t seed)) {
  Signature s;
  s.rules = {.seed = seed, .bins = *rc::gen::element(0u, 64u, 128u, 256u)};
  s.rules.permutations = *rc::gen::inRange(0u, 40u);
  s.rules.bottom = static_cast<uint32_t>(bottom.size() + 1);
  s.rules.bloom_bits = 64 * *rc::gen::inRange(0u, 5u);
  s.bottom = ascending(bottom);
  s.tokens = *rc::gen::arbitrary<uint64_t>();
  s.simhash_low = *rc::gen::arbitrary<uint64_t>();
  s.minhash =
      *rc::gen::container<std::vector<uint32_t>>(s.rules.bins, rc::gen::arbitrary<uint32_t>());
  s.classic = *rc::gen::container<std::vector<uint32_t>>(s.rules.permutations,
                                                         rc::gen::arbitrary<uint32_t>());
  s.bloom = *rc::gen::container<Numbers>(s.rules.bloom_bits / 64, rc::gen::arbitrary<uint64_t>());
  auto read = decode_signature(encode(s));
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == s);
}

RC_GTEST_PROP(SignatureRecord, survives_any_bytes, (const std::string& tail)) {
  RC_ASSERT(!decode_signature(tail));
  RC_ASSERT(!decode_signature("dsig" + tail));
}

}  // namespace
}  // namespace doppel
