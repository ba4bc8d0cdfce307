// Content-defined chunks: a text cut where its content says so, so that an edit changes only the
// chunks around it.
//
// Two chunkers. Both are total: the chunks in order are the text, byte for byte; no chunk is empty;
// an empty text has no chunk; what follows the last boundary is a chunk, however short.
//
// rabin (Jain et al.): the Rabin fingerprint of the last 48 bytes, modulo a fixed irreducible
// polynomial of degree 63. A boundary follows a byte when the lowest log2(expected) bits equal
// those of the marker 0x78, wherever the chunk began; the first can follow byte 48, so a text of
// fewer than 48 bytes is one chunk. A chunk that reaches `max` is cut there. There is no minimum,
// as in Jain et al.
//
// gear, the default (FastCDC, Xia 2016): a shift-and-add hash of about the last 64 bytes; the first
// `min` bytes of a chunk are skipped; up to `expected` bytes a boundary needs two more zero bits
// than log2(expected), after that two fewer, which draws the sizes together; a chunk that reaches
// `max` is cut there. Five times as fast.
//
// Stored: never change. Cost: rabin some 3 ns a byte, gear some 0.5. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "doppel/signature.h"

namespace doppel::sketch {

struct ChunkRules {
  Chunker chunker = Chunker::kGear;
  uint32_t expected_bytes = 256;  // a power of two, 64 to 65536
  uint32_t max_bytes = 65536;     // at least expected_bytes

  // gear only: what a chunk has before a boundary is looked for.
  uint32_t min_bytes() const { return chunker == Chunker::kGear ? expected_bytes / 4 : 0; }
  bool valid() const;

  friend bool operator==(const ChunkRules&, const ChunkRules&) = default;
};

// Where each chunk ends, ascending; the last is bytes.size(). REQUIRES: rules.valid().
void chunk_ends(std::string_view bytes, const ChunkRules& rules, std::vector<size_t>& ends);

// Stored: never renumber.
enum class ChunkIdKind : uint8_t {
  kXxh3 = 0,  // XXH3, 128 bits
  kSha1 = 1,  // the first 16 bytes of SHA-1, big-endian; for the paper's experiments
};
// The names of chunks by their content. Making one costs more than naming a chunk. Not thread-safe.
class ChunkNamer {
 public:
  explicit ChunkNamer(ChunkIdKind kind);
  ~ChunkNamer();

  Hash128 id(std::string_view chunk);

 private:
  class Sha1;
  std::unique_ptr<Sha1> sha1_;  // nothing: by XXH3
};
// The ids of all chunks of a text, in order, repeats included.
std::vector<Hash128> chunk_ids(std::string_view bytes, const ChunkRules& rules, ChunkIdKind kind);

// The parts of the definitions that tests look at.
inline constexpr size_t kRabinWindowBytes = 48;
inline constexpr uint64_t kRabinMarker = 0x78;
// x^63 + ..., the polynomial of LBFS, whose code J uses: bit i is the coefficient of x^i.
inline constexpr uint64_t kRabinPolynomial = 0xBFE6B8A5BF378D83;
// The fingerprint of up to 48 bytes, by definition: the bytes as one polynomial, highest first,
// modulo.
uint64_t rabin_fingerprint(std::string_view window);

}  // namespace doppel::sketch
