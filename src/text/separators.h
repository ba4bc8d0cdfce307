// Common separators beyond ASCII: what code_point() calls a separator among U+0080 to U+00BF
// (no-break space, guillemets, signs) and U+2000 to U+2FFF (quotes, dashes, bullets, arrows,
// boxes).
//
// They begin with the bytes C2 and E2. No letter of a European language begins with these, so
// looking for common separators costs little where there are none. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace doppel::text {

inline constexpr uint8_t kLatinLead = 0xC2, kSymbolLead = 0xE2;
inline constexpr size_t kBehindBlock = 2;  // bytes of a separator that may lie after its block

// A mask of the bytes of common separators that begin in a block of 64 bytes, bit i for byte i;
// `behind` gets the mask of those bytes that lie in the next block. `leads` is a mask of the bytes
// kLatinLead and kSymbolLead. REQUIRES: the block and kBehindBlock bytes after it are readable.
uint64_t common_separators(const char* block, uint64_t leads, uint64_t& behind);

}  // namespace doppel::text
