// The digest of a set of rows: 32 bytes that tell whether two parties have the same rows, whatever
// the order and the batches in which they have them.
//
//   row digest = SHA-256(0x00 row)
//   digest     = SHA-256(0x01 the row digests, sorted as bytes, one after the other)
//
// Why not a sum or an xor of the row digests, which would need no sort? Because an attacker who can
// choose rows can make such sums collide: for an xor of 256 bits, some 256 rows and linear algebra
// are enough. With sorted digests, two different sets with the same digest are a collision of
// SHA-256 itself. The first byte separates rows from lists of digests, so that no row can replace
// several others. Repeated rows count as often as they occur. There is no key, no seed and no
// number in the machine's byte order: every machine computes the same digest.
//
// The caller decides what a row contains, and its bytes must determine its fields
// (ByteWriter::string writes lengths). digest_rows() also distinguishes texts with forged hashes
// (index/text_index.cc); digest_set() stands for the result of a run (output/result_digest.h).
//
// Cost: SHA-256 of every row, a sort of 32 bytes a row, one allocation a call. Stored: never
// change. Thread safety: pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace doppel {

using RowDigest = std::array<uint8_t, 32>;

// The digest of each row. REQUIRES: out.size() == rows.size().
void digest_rows(std::span<const std::string_view> rows, std::span<RowDigest> out);

// The digest of the set, from the digests of its rows, which this function sorts.
RowDigest digest_set(std::span<RowDigest> rows);

// 64 lower-case hexadecimal digits.
std::string hexadecimal(const RowDigest& digest);

}  // namespace doppel
