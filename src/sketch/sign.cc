// The public signature of a text: the sketches of room `sketch`, made from the tokens that room
// `text` finds.
#include "base/guard.h"
#include "base/hash.h"
#include "doppel/signature.h"
#include "sketch/bloom.h"
#include "sketch/chunks.h"
#include "sketch/classic_minhash.h"
#include "sketch/kernels.h"
#include "sketch/one_permutation_minhash.h"
#include "sketch/reductions.h"
#include "sketch/samples.h"
#include "sketch/simhash.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel {
namespace {

using Hashes = std::vector<uint64_t>;

// The windows of the units, permuted.
Hashes permuted_windows(const Hashes& units, const TextRules& rules, uint64_t seed) {
  Hashes out;
  text::windows(units, rules, out);
  sketch::permute(out, seed, out);
  return out;
}

void add_set_sketches(const Hashes& permuted, Signature& out) {
  const SignatureRules& rules = out.rules;
  if (rules.bins > 0) {
    out.minhash.resize(rules.bins);
    sketch::one_permutation_minhash(permuted, out.minhash);
  }
  if (rules.bbit > 0) out.bbit = sketch::bbit_sketch(out.minhash, rules.bbit);
  if (rules.permutations > 0) {
    out.classic.resize(rules.permutations);
    sketch::ClassicMinHasher(rules.permutations).sketch(permuted, out.classic);
  }
  if (rules.bottom > 0) out.bottom = sketch::bottom_sketch(permuted, rules.bottom);
  if (rules.mod > 0) out.mod = sketch::mod_sketch(permuted, rules.mod);
}

void add_simhash(const Hashes& words, Signature& out) {
  const auto bits = static_cast<sketch::SimHashBits>(out.rules.simhash_bits);
  const Hashes features = permuted_windows(words, {.k = out.rules.simhash_k}, out.rules.seed);
  const sketch::SimHash hash = sketch::simhash(features, bits);
  out.simhash_low = hash.low;
  out.simhash_high = hash.high;
}

// The tokens joined by single spaces. Chunks are cut from this, so that case, markup and layout
// cannot move a boundary.
std::string joined(const text::Tokens& tokens) {
  std::string out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) out.push_back(' ');
    out.append(tokens[i]);
  }
  return out;
}

void add_bloom(const text::Tokens& tokens, Signature& out) {
  const SignatureRules& rules = out.rules;
  const sketch::ChunkRules cut{.chunker = rules.chunker, .expected_bytes = rules.chunk_bytes};
  auto ids =
      sketch::chunk_ids(joined(tokens), cut, static_cast<sketch::ChunkIdKind>(rules.chunk_hash));
  sketch::BloomFilter filter(rules.bloom_bits, rules.bloom_hashes);
  filter.insert_multiset(ids);
  out.bloom.assign(filter.words().begin(), filter.words().end());
}

// The settings of a sketch that is left out have no effect and are not stored, so they are reset to
// their defaults.
SignatureRules normalised(SignatureRules rules) {
  const SignatureRules usual;
  if (rules.simhash_bits == 0) rules.simhash_k = usual.simhash_k;
  if (rules.bloom_bits == 0) {
    rules.bloom_hashes = usual.bloom_hashes;
    rules.chunker = usual.chunker;
    rules.chunk_hash = usual.chunk_hash;
    rules.chunk_bytes = usual.chunk_bytes;
  }
  return rules;
}

}  // namespace

Result<Signature> sign(std::string_view utf8, const SignatureRules& rules) try {
  if (Status status = rules.check(); !status.ok()) return status;
  Signature out;
  out.rules = normalised(rules);
  text::Tokens tokens;
  text::tokenize(utf8, rules.text.mask_numbers, tokens);
  Hashes words, units;
  text::unit_hashes(tokens, Unit::kWord, words);
  if (rules.text.unit != Unit::kWord) text::unit_hashes(tokens, rules.text.unit, units);
  const Hash128 words_hash = hash128(words);
  const Hashes permuted =
      permuted_windows(rules.text.unit == Unit::kWord ? words : units, rules.text, rules.seed);
  out.tokens = tokens.size();
  out.windows = permuted.size();
  out.words_hash_high = words_hash.high;
  out.words_hash_low = words_hash.low;
  add_set_sketches(permuted, out);
  if (rules.simhash_bits > 0) add_simhash(words, out);
  if (rules.bloom_bits > 0) add_bloom(tokens, out);
  return out;
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
