// A block of 64 bytes is converted to a mask, and the mask to positions:
//
//   text     t h e   L a z y   d o g , ...
//   word     1 1 1 0 1 1 1 1 0 1 1 1 0 ...     a letter, a digit, or beyond ASCII
//   edges    1 0 0 1 1 0 0 0 1 1 0 0 1 ...     word xor (word << 1): beginnings and ends in turn
//   places   0 3 4 8 9 12
//
// One bit is carried from a block to the next: whether the block ended within a word. So no step
// depends on the length of words, which is the main cost of a loop over bytes. A table converts
// edges to positions, eight bits at a time; each step overwrites the surplus of the one before.
// With AVX-512 VBMI2 one instruction converts all of them (1.2 times as fast).
//
// Bytes beyond ASCII are examined only in blocks that have some. Those of common separators
// (separators.h), which occur on every second page, are removed from the mask. The words that
// contain any other such bytes have to be listed by their numbers. Adding the mask of these bytes
// to the word mask finds them: within a sequence of ones, the addition carries out at its end
// exactly once, however many such bytes there are.
//
//   word     0 1 1 1 1 0 0 1 1 0       lowest bit first
//   other    0 0 1 1 0 0 0 0 0 0
//   sum      0 1 0 1 0 1 0 1 1 0       ends of words with others: sum and not word
//
// Tested by word_edges_test.cc, and with the tokens by tokenizer_laws_test.cc, on every target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/word_edges.cc"
#define HWY_WANT_AVX3_DL  // the target that has VBMI2
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "text/bit_positions.h"
#include "text/separators.h"
#include "text/word_edges.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::text {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kBlock = WordEdges::kBlock;
using Bytes = hn::CappedTag<uint8_t, kBlock>;
using ByteVector = hn::Vec<Bytes>;

// Bit i of the result is for byte i of the block. is_one(vector) is a mask.
template <typename IsOne>
HWY_INLINE uint64_t BlockMask(const char* block, IsOne is_one) {
  const Bytes d;
  uint64_t out = 0;
  for (size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    uint8_t bytes[sizeof out] = {};
    hn::StoreMaskBits(d, is_one(hn::LoadU(d, reinterpret_cast<const uint8_t*>(block + i))), bytes);
    uint64_t bits;
    std::memcpy(&bits, bytes, sizeof bits);
    if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
    out |= bits << i;
  }
  return out;
}

// Which bytes are in [low, high]? Those whose distance from low is at most high - low.
HWY_INLINE auto Between(ByteVector bytes, char low, char high) {
  const Bytes d;
  const auto from_low = hn::Sub(bytes, hn::Set(d, static_cast<uint8_t>(low)));
  return hn::Eq(hn::Min(from_low, hn::Set(d, static_cast<uint8_t>(high - low))), from_low);
}

HWY_INLINE uint64_t AsciiWords(const char* block) {
  return BlockMask(block, [](ByteVector bytes) HWY_ATTR {
    const auto small = hn::Or(bytes, hn::Set(Bytes(), 0x20));
    return hn::Or(Between(small, 'a', 'z'), Between(bytes, '0', '9'));
  });
}

HWY_INLINE uint64_t BeyondAscii(const char* block) {
  return BlockMask(block, [](ByteVector bytes) HWY_ATTR {
    const hn::RebindToSigned<Bytes> d;
    return hn::RebindMask(Bytes(), hn::Lt(hn::BitCast(d, bytes), hn::Zero(d)));
  });
}

HWY_INLINE uint64_t SeparatorLeads(const char* block) {
  return BlockMask(block, [](ByteVector bytes) HWY_ATTR {
    return hn::Or(hn::Eq(bytes, hn::Set(Bytes(), kLatinLead)),
                  hn::Eq(bytes, hn::Set(Bytes(), kSymbolLead)));
  });
}

// Writes base + i for every bit i that is set. May write up to kBlock numbers; returns how many of
// them are valid.
HWY_INLINE size_t WriteBitPositions(uint64_t bits, size_t base, uint16_t* to) {
#if HWY_TARGET == HWY_AVX3_DL
  const Bytes d8;
  const hn::Half<Bytes> half;
  const hn::Full512<uint16_t> d16;
  const auto mask = hn::LoadMaskBits(d8, reinterpret_cast<const uint8_t*>(&bits));
  const auto places = hn::Compress(hn::Iota(d8, 0), mask);
  const auto bases = hn::Set(d16, static_cast<uint16_t>(base));
  const auto count = static_cast<size_t>(std::popcount(bits));
  hn::StoreU(hn::Add(bases, hn::PromoteTo(d16, hn::LowerHalf(half, places))), d16, to);
  if (count > 32) {
    hn::StoreU(hn::Add(bases, hn::PromoteTo(d16, hn::UpperHalf(half, places))), d16, to + 32);
  }
  return count;
#else
  const hn::CappedTag<uint16_t, 8> d16;
  const hn::Rebind<uint8_t, decltype(d16)> d8;
  const uint64_t counts = running_counts(bits);
  uint16_t* here = to;
  for (size_t i = 0; i < kBlock; i += 8) {
    const uint8_t* places = kBitPositions[bits >> i & 0xFF].data();
    const auto bases = hn::Set(d16, static_cast<uint16_t>(base + i));
    for (size_t j = 0; j < 8; j += hn::Lanes(d16)) {
      hn::StoreU(hn::Add(bases, hn::PromoteTo(d16, hn::LoadU(d8, places + j))), d16, here + j);
    }
    here = to + (counts >> i & 0xFF);
  }
  return counts >> 56;
#endif
}

class Scan {
 public:
  explicit Scan(WordEdges& out) : out_(out) {}

  // Handles the next block, which begins at `at`. REQUIRES: kBehindBlock bytes after it are
  // readable.
  HWY_INLINE void Block(const char* block, size_t at) {
    uint64_t word = AsciiWords(block);
    const uint64_t beyond = BeyondAscii(block);
    if ((beyond | open_other_) != 0) [[unlikely]] {
      const uint64_t other = WithoutSeparators(block, beyond);
      word |= other;
      NumberOthers(word, other);
    }
    edges_ += WriteBitPositions(Edges(word), at, out_.edges + edges_);
    open_ = word >> 63;
  }

  // Called after all blocks, which end at `at`. An unfinished word ends there if the text does.
  void Finish(size_t at, bool is_last) {
    if (open_ != 0 && is_last) {
      if (open_other_ != 0) out_.other_words[out_.others++] = static_cast<uint16_t>(edges_ / 2);
      out_.edges[edges_++] = static_cast<uint16_t>(at);
      open_ = 0;
    }
    out_.words = edges_ / 2;
    out_.bytes = open_ != 0 ? out_.edges[edges_ - 1] : at;
  }

 private:
  HWY_INLINE uint64_t Edges(uint64_t word) const { return word ^ (word << 1 | open_); }

  HWY_INLINE uint64_t WithoutSeparators(const char* block, uint64_t beyond) {
    const uint64_t from_before = separators_behind_, leads = SeparatorLeads(block);
    separators_behind_ = 0;
    if (leads != 0) beyond &= ~common_separators(block, leads, separators_behind_);
    return beyond & ~from_before;
  }

  HWY_NOINLINE void NumberOthers(uint64_t word, uint64_t other) {
    uint64_t sum;
    const bool carry = __builtin_add_overflow(word, other, &sum);
    open_other_ = uint64_t{__builtin_add_overflow(sum, open_other_, &sum)} | uint64_t{carry};
    const uint64_t edges = Edges(word);
    for (uint64_t ends = sum & ~word; ends != 0; ends &= ends - 1) {
      const uint64_t before = edges & ((ends & (0 - ends)) - 1);
      const size_t edge = edges_ + static_cast<size_t>(std::popcount(before));
      out_.other_words[out_.others++] = static_cast<uint16_t>(edge / 2);
    }
  }

  WordEdges& out_;
  size_t edges_ = 0;
  uint64_t open_ = 0;               // 1: the last block ended within a word
  uint64_t open_other_ = 0;         // 1: and that one holds a byte beyond ASCII
  uint64_t separators_behind_ = 0;  // bytes of a separator that began in the last block
};

void FindWords(const char* text, size_t size, WordEdges& out) {
  const size_t piece = std::min(size, WordEdges::kPiece);
  out.others = 0;
  Scan scan(out);
  size_t at = 0;
  for (; at < piece && size - at >= kBlock + kBehindBlock; at += kBlock) scan.Block(text + at, at);
  if (at < piece) {
    // The rest is at most a block and a few bytes. It is copied and followed by spaces, so that it
    // can be read in blocks.
    char tail[2 * kBlock + kBehindBlock];
    std::memset(tail, ' ', sizeof tail);
    std::memcpy(tail, text + at, size - at);
    for (const char* block = tail; at < piece; at += kBlock, block += kBlock) scan.Block(block, at);
  }
  scan.Finish(piece, piece == size);
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::text
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace doppel::text {

HWY_EXPORT(FindWords);

void find_words(std::string_view text, WordEdges& out) {
  HWY_DYNAMIC_DISPATCH(FindWords)(text.data(), text.size(), out);
}

}  // namespace doppel::text
#endif  // HWY_ONCE
