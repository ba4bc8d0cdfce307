// All that is computed of a text before it meets the others in an exact run: its identities and its
// whole set of shingles. (What a sketched run keeps instead is doppel/signature.h.)
//
// A Signer keeps its buffers from text to text: one per thread. Cost: linear, plus the sort of the
// shingles.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "doppel/text.h"
#include "text/tokenizer.h"

namespace doppel::compare {

struct ExactSignature {
  Hash128 bytes_hash;              // of the text as it is
  Hash128 words_hash;              // of its token hashes; of its bytes when it has no token
  std::vector<uint64_t> shingles;  // sorted, each once; empty: no token
};

class Signer {
 public:
  explicit Signer(const TextRules& rules) : rules_(rules) {}
  ExactSignature sign(std::string_view text);
  // Only ExactSignature::words_hash.
  Hash128 words_hash(std::string_view text);

 private:
  TextRules rules_;
  text::Tokens tokens_;
  std::vector<uint64_t> token_hashes_, units_;
};

}  // namespace doppel::compare
