#include "index/text_signer.h"

#include "similarity/parity_bitmap.h"
#include "sketch/band_keys.h"

namespace doppel::index {

using living_candidates::TextSignature;

TextSignature signature_of(const SignedText& text, TextSignature& full) {
  TextSignature out{.keys = text.main.keys, .shingles = text.main.shingles};
  if (!text.facts.two_views) return out;
  full = {.keys = text.full.keys, .shingles = text.full.shingles};
  out.mirror_set = likely_subject(text.facts).mirror_set;
  out.full = &full;
  return out;
}

Hash128 TextSigner::identify(std::string_view text) {
  main_.set.reset();
  full_.set.reset();
  return signer_.identify(text);
}

void TextSigner::take(std::string_view text) {
  main_.set.reset();
  full_.set.reset();
  signer_.take(text);
}

const similarity::ShingleSet& TextSigner::set(View view) {
  ViewSet& of = is_full(view) ? full_ : main_;
  if (!of.set) {
    texts::Signer& signer = is_full(view) ? signer_.full() : signer_.main();
    signer.windows();
    of.set = of.overlap.collect(signer.keyed_windows());
  }
  return *of.set;
}

SignedView TextSigner::sign(View view, bool has_keys) {
  SignedView out;
  const similarity::ShingleSet& made = set(view);
  if (has_keys) {
    out.keys.resize(rules_.banding.bands);
    texts::Signer& signer = is_full(view) ? signer_.full() : signer_.main();
    sketch::make_band_keys(signer.sketch(), rules_.banding, out.keys);
  }
  if (rules_.strategy == Strategy::kExact) {
    out.shingles.assign(made.fixed.begin(), made.fixed.end());
  }
  out.size = static_cast<uint32_t>(made.size());
  const size_t words = similarity::parity_words(made.size());
  out.bitmap = SharedWords(words);
  similarity::make_parity(made.fixed, {out.bitmap.fill(), words});
  return out;
}

SignedText TextSigner::sign() {
  const bool has_keys = set(View::kMain).size() > 0 && rules_.banding.bands > 0;
  SignedText out{.main = sign(View::kMain, has_keys), .full = {}, .facts = signer_.facts()};
  if (two_views()) out.full = sign(View::kFull, has_keys);
  return out;
}

}  // namespace doppel::index
