// Any bytes are a text: the fast tokenizer must say what the definition says, agree with itself on
// the repaired text, hash what it writes, and give windows where there are tokens.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "doppel/text.h"
#include "text/definition.h"
#include "text/shingle_key.h"
#include "text/tokenizer.h"
#include "text/unit_hash.h"

using doppel::TextRules;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto exact = std::make_unique<char[]>(size);
  if (size > 0) std::memcpy(exact.get(), data, size);
  std::string_view text(exact.get(), size);

  auto tokens = doppel::tokens(text);
  if (tokens != doppel::text::tokens_by_definition(text)) std::abort();
  if (tokens != doppel::tokens(doppel::valid_utf8(text))) std::abort();
  doppel::text::TokenHashes hashes;
  const auto& key = doppel::text::ShingleKey::of_process();
  doppel::text::hash_tokens(text, false, key, hashes);
  if (hashes.size() != tokens.size()) std::abort();
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (hashes.fixed()[i] != doppel::text::unit_hash(tokens[i])) std::abort();
    const doppel::text::SecretUnit secret = key.unit(tokens[i]);
    if (hashes.secret().low[i] != secret.low) std::abort();
    if (hashes.secret().high[i] != secret.high) std::abort();
  }
  for (const std::string& token : tokens) {
    if (token.empty() || doppel::valid_utf8(token) != token) std::abort();
  }
  for (TextRules rules : {TextRules{.k = 3}, TextRules{.unit = doppel::Unit::kChar, .k = 8},
                          TextRules{.k = 5, .padding = doppel::Padding::kAlways},
                          TextRules{.k = 2, .mask_numbers = true}}) {
    auto shingles = doppel::shingles(text, rules);
    if (shingles.empty() != tokens.empty()) std::abort();
  }
  return 0;
}
