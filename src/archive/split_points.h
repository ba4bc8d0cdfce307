// Where a file may be split so that its parts can be read separately.
//
// Plain files: every place given begins a record that a reader of the whole file comes to as well,
// because they are found by the reader's own steps, up to the first damage.
//
// Packed files: every place is a guess. Only a walk from the front knows where members begin, and
// it has to unpack everything before it. So the parts are read at the same time, and joined by the
// walk itself:
//
//   part 0   walks from 0 until it comes to a place that was guessed, and ends there
//   part i   walks from the place that was guessed for it until it comes to a later one
//
// A reader that passes over a guessed place does not end there but goes on (RecordRange::stops).
// The parts are joined in order: part 0 counts. When a part that counts has ended, the one that
// begins where it ended counts next; those that begin before that place do not count, and what they
// read is thrown away. So the parts that count are one walk, cut at places it came to, and the
// answer is that of one reader whatever was guessed and whatever the bytes are. A wrong guess costs
// time.
//
// The walk must not remember anything at such a place that would change what it reads next:
// packed_records.cc says why it does not.
//
// gzip: found from the middle (member_finder.h). Frames: by hopping from one to the next by the
// lengths they state, without unpacking; what states no length ends the hopping. Pure; linear.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/raw_records.h"

namespace doppel::archive {

// In order, none at 0, `target` bytes apart or more, and so far from the end.
// REQUIRES: the shape is plain, or in members.
std::vector<uint64_t> find_split_points(io::ByteWindow& file, const Shape& shape, uint64_t target);
inline std::vector<uint64_t> find_split_points(std::string_view file, const Shape& shape,
                                               uint64_t target) {
  io::MemoryBytes all(file);
  return find_split_points(all, shape, target);
}

}  // namespace doppel::archive
