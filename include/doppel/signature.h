// The signature of a text: what is kept of it to compare it with other texts.
//
// A signature consists of sketches. A sketch estimates similarity from a few hundred bytes, with a
// known error; the rules say which sketches a signature has. docs/design/sketches.md defines the
// sketches, and docs/design/signature.md the stored record.
//
//   auto signature = doppel::sign(text);
//   std::string record = doppel::encode(*signature);  // some 570 bytes
//   auto again = doppel::decode_signature(record);
//
// Cost: linear in the text. Thread safety: values and pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"
#include "doppel/text.h"

namespace doppel {

// How a text is split into chunks for a Bloom filter. Stored: never renumber.
enum class Chunker : uint8_t { kGear = 0, kRabin = 1 };
enum class ChunkHash : uint8_t { kXxh3 = 0, kSha1 = 1 };

// Which sketches to make; 0 leaves one out.
struct SignatureRules {
  TextRules text;
  uint64_t seed = 0;           // of every permutation; 0 is public, a store may use a secret one
  uint32_t bins = 128;         // one-permutation MinHash with 64, 128 or 256 slots
  uint32_t bbit = 0;           // b-bit MinHash with 1, 2, 4 or 8 bits of each of those slots
  uint32_t permutations = 0;   // classic MinHash with up to 4096 slots
  uint32_t bottom = 0;         // bottom-m with up to 65536 elements
  uint64_t mod = 0;            // mod-n: one element in n
  uint32_t simhash_bits = 64;  // 64 or 128
  uint32_t simhash_k = 3;      // tokens per feature of SimHash
  uint32_t bloom_bits = 0;     // a multiple of 64, up to 2^20
  uint32_t bloom_hashes = 2;   // 1 to 32
  Chunker chunker = Chunker::kGear;
  ChunkHash chunk_hash = ChunkHash::kXxh3;
  uint32_t chunk_bytes = 256;  // expected size, a power of two from 64 to 65536

  // kInvalidArgument names the first setting outside these limits.
  Status check() const;
  friend bool operator==(const SignatureRules&, const SignatureRules&) = default;
};

// The values of the sketches; those that the rules leave out are empty or 0.
struct Signature {
  SignatureRules rules;
  uint64_t tokens = 0;
  uint64_t windows =
      0;  // shingles with repeats; 0 if the text has no tokens and is similar to nothing
  uint64_t words_hash_high = 0, words_hash_low = 0;  // of the sequence of tokens
  std::vector<uint32_t> minhash;
  std::vector<uint64_t> bbit;
  std::vector<uint32_t> classic;
  std::vector<uint64_t> bottom;
  std::vector<uint64_t> mod;
  uint64_t simhash_low = 0, simhash_high = 0;
  std::vector<uint64_t> bloom;

  friend bool operator==(const Signature&, const Signature&) = default;
};

// Makes the signature of a text; kInvalidArgument if the rules make no sense.
Result<Signature> sign(std::string_view utf8, const SignatureRules& rules = {});

// The stored record, version kSignatureVersion. Each signature has exactly one record.
// REQUIRES: a signature from sign() or decode_signature().
std::string encode(const Signature& signature);
// kCorrupt if the bytes are not exactly such a record.
Result<Signature> decode_signature(std::string_view record);

}  // namespace doppel
