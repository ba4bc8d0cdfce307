// Where a file may be split so that its parts can be read separately.
//
// Plain files: at every split point a record begins that a reader of the whole file finds as well,
// because the points are found in the same way as records, up to the first damage.
//
// Compressed files: every split point is a guess. Only a reader that starts at the beginning knows
// where members begin, and it has to decompress everything before them. So all parts are read at
// the same time, and it is decided afterwards which of them count:
//
//   part 0   reads from 0 until it comes to a guessed point, and ends there
//   part i   reads from its own guessed point until it comes to a later one
//
// A reader that passes over a guessed point does not end there but continues (RecordRange::stops).
// Part 0 counts. When a part that counts has ended, the part that begins where it ended counts
// next; parts that begin before that point do not count, and their records are dropped. So the
// parts that count are together what one reader would have read, whatever was guessed and whatever
// the bytes are. A wrong guess costs only time.
//
// For this, a reader must not remember anything at a guessed point that would change what it reads
// next: packed_records.cc says why it does not.
//
// gzip members are found from the middle of the file (member_finder.h). zstd and lz4 frames are
// followed from one to the next by the lengths that they state, without decompressing them; a frame
// without a length ends this. Pure; linear.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/raw_records.h"

namespace doppel::archive {

// In order, without 0, at least `target` bytes apart and at least as far from the end.
// REQUIRES: the shape is plain, or in members.
std::vector<uint64_t> find_split_points(io::ByteWindow& file, const Shape& shape, uint64_t target);
inline std::vector<uint64_t> find_split_points(std::string_view file, const Shape& shape,
                                               uint64_t target) {
  io::MemoryBytes all(file);
  return find_split_points(all, shape, target);
}

}  // namespace doppel::archive
