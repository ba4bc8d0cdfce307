// Makes what an index keeps of a text, and the set by which texts are compared exactly.
//
// Keeps its buffers from text to text: one per thread. Cost: linear.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "index/index_rules.h"
#include "index/shared_words.h"
#include "similarity/overlap.h"
#include "texts/signer.h"

namespace doppel::index {

struct SignedText {
  std::vector<uint32_t> keys;      // of its bands; empty when it has no words
  std::vector<uint64_t> shingles;  // distinct, their fixed hashes; for `exact`
  uint32_t size = 0;               // distinct shingles
  SharedWords bitmap;
};

class TextSigner {
 public:
  // The rules must outlive the signer.
  explicit TextSigner(const IndexRules& rules)
      : rules_(rules), signer_(rules.predicate.rules, *rules.shingle_key) {}

  // Takes a text, which must stay where it is until it is signed. Returns the hash
  // its words are known by.
  Hash128 identify(std::string_view text) { return signer_.identify(text); }
  // REQUIRES: identify() was called.
  SignedText sign();
  // The set of a text, valid until the next of these calls.
  similarity::ShingleSet collect(std::string_view text) {
    return texts::shingle_set(text, signer_, overlap_);
  }

  // How much of the last set that sign() or collect() made is in another?
  const similarity::Overlap& overlap() const { return overlap_; }

 private:
  const IndexRules& rules_;
  texts::Signer signer_;
  similarity::Overlap overlap_;
};

}  // namespace doppel::index
