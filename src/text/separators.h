// Common separators beyond ASCII: what code_point() calls a separator among U+0080 to U+00BF
// (no-break space, guillemets, signs) and U+2000 to U+2FFF (quotes, dashes, bullets, arrows,
// boxes).
//
// These begin with a byte of their own each, C2 and E2, which no letter of a European language has
// in common with them: to look for them costs little where there are none. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace doppel::text {

inline constexpr uint8_t kLatinLead = 0xC2, kSymbolLead = 0xE2;
inline constexpr size_t kBehindBlock = 2;  // bytes of a separator that may stand behind its block

// The bytes of the common separators that begin in a block of 64, bit i for byte i; in `behind`
// those that stand in the next block. `leads`: where kLatinLead and kSymbolLead are. REQUIRES: the
// block and kBehindBlock bytes more may be read.
uint64_t common_separators(const char* block, uint64_t leads, uint64_t& behind);

}  // namespace doppel::text
