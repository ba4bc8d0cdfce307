// The digest of a set of rows: 32 bytes that say whether two parties hold the same rows, in
// whatever order and in however many batches they have them.
//
//   row digest = SHA-256(0x00 row)
//   digest     = SHA-256(0x01 the row digests, sorted as bytes, one after the other)
//
// Why not a sum or an xor of the row digests, which would need no sort? Because whoever may choose
// rows can make such sums meet: for an xor of 256 bits some 256 rows and linear algebra suffice.
// Sorted, two different sets with one digest are a collision of SHA-256 itself. The first byte
// keeps rows and lists of digests apart, so that no row can be made that stands for several. Rows
// that repeat count as often as they stand there. No key, no seed, no number in the machine's order
// of bytes: every machine gives the same digest.
//
// What a row says is the caller's: its fields must be told apart by their bytes (ByteWriter::string
// writes lengths). digest_rows() also tells texts with forged hashes apart (index/text_index.cc);
// the digest of a set stands for the result of a run (output/result_digest.h).
//
// Cost: SHA-256 of every row, a sort of 32 bytes a row, one allocation a call. Stored: never
// change. Thread safety: pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace doppel {

using RowDigest = std::array<uint8_t, 32>;

// The digest of each row. REQUIRES: out.size() == rows.size().
void digest_rows(std::span<const std::string_view> rows, std::span<RowDigest> out);

// The digest of the set, given those of its rows, which are sorted on the way.
RowDigest digest_set(std::span<RowDigest> rows);

}  // namespace doppel
