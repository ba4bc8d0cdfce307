// Where a file may be cut so that its parts can be read apart.
//
// Every place given begins a record (plain) or a unit (packed) that a reader of the whole file
// comes to as well. gzip: found from the middle and confirmed (member_finder.h). Others: by hopping
// from record to record, or from frame to frame, without unpacking; damage ends the hopping, and
// the rest stays in one piece. Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/frames.h"

namespace doppel::archive {

// In order, none at 0, `target` bytes apart or more, and so far from the end.
// REQUIRES: the shape is plain, or in units.
std::vector<uint64_t> find_cuts(std::string_view file, const Shape& shape, uint64_t target);

}  // namespace doppel::archive
