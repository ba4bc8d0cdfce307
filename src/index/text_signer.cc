#include "index/text_signer.h"

#include "compare/band_keys.h"
#include "similarity/parity_bitmap.h"

namespace doppel::index {

SignedText TextSigner::sign() {
  SignedText out;
  signer_.windows();
  const similarity::ShingleSet set = overlap_.collect(signer_.keyed_windows());
  if (set.size() > 0 && rules_.banding.bands > 0) {
    out.keys.resize(rules_.banding.bands);
    compare::make_band_keys(signer_.sketch(), rules_.banding, out.keys);
  }
  if (rules_.strategy == Strategy::kExact) out.shingles.assign(set.fixed.begin(), set.fixed.end());
  out.size = static_cast<uint32_t>(set.size());
  const size_t words = similarity::parity_words(set.size());
  out.bitmap = SharedWords(words);
  similarity::make_parity(set.fixed, {out.bitmap.fill(), words});
  return out;
}

}  // namespace doppel::index
